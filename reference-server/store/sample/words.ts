/**
 * Words of the sample data. In no list is one word the start of another, and all are plain ASCII, so that names made of
 * them have one order, whatever the collation.
 */
export const FIRST_NAMES =
  'Ada Bruno Chiara Dmitri Elena Farid Grace Hiro Ines Jonas Kavya Liam Mona Nadia Oscar Priya Quinn Rosa Sven Tara Umar Vera Wanda Xavier Yusuf Zoe'.split(
    ' ',
  );
export const LAST_NAMES =
  'Adler Brandt Costa Duarte Egan Fischer Gupta Hansen Ito Jensen Kowalski Lopez Moreau Novak Okafor Petrov Quist Rossi Silva Tanaka Ueda Varga Weber Xu Young Zhang'.split(
    ' ',
  );
export const AREAS =
  'Analytics Billing Care Design Engineering Finance Growth Hiring Infrastructure Legal Marketing Operations Partners Quality Research Sales'.split(
    ' ',
  );
export const LEVELS = 'Analyst Buyer Coordinator Director Editor Lead Manager Planner'.split(' ');
export const VERBS = 'Align Build Check Draft Extend Finish Gather Host Improve Launch'.split(' ');
export const THINGS = 'agenda backlog contract dashboard estimate forecast guideline handbook interview journal'.split(
  ' ',
);
export const THEMES = 'Churn Demand Energy Income Loyalty Margin Output Pipeline Revenue Safety Traffic Uptime'.split(
  ' ',
);
export const COLORS = ['#1b6ef3', '#0f9d58', '#f4b400', '#db4437', '#7b1fa2'];

/** Entry `n` of a list, from the start again behind its end. */
export const nth = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** The account in words: `Finance 0042` and the like. */
export const titled = (words: readonly string[], n: number, number: string) => `${nth(words, n)} ${number}`;
