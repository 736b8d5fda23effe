/** Texts of people in the sample data: with markdown and mentions as the service stores them. */
import type { User } from '../account.ts';
import { type Make, wide } from './make.ts';
import { AREAS, nth, THEMES } from './words.ts';

/** Section "Resources / Conventions": @[<display name>:<email>:<user id>]. */
export const mention = ({ name, email, id }: Pick<User, 'name' | 'email' | 'id'>) => `@[${name}:${email}:${id}]`;

type Text = (a: string, b: string, area: string, theme: string) => string;

/** Every kind of markup once or more; some texts have none. */
const TEXTS: readonly Text[] = [
  (a, b, area, theme) =>
    `**${theme}** of ${area} is due. ${a} prepares it, ${b} signs it off.\n\n6 = 2 * 3 teams write to final_report.`,
  (_a, _b, area, theme) => `${theme} of ${area}, as agreed in the planning meeting.`,
  (a, _b, area, theme) =>
    `# ${theme}\n\nAsk ${a} about [the plan](https://plans.example.com/${area.toLowerCase()}).\n\n- collect figures\n- write them up`,
  (a, b, area, theme) =>
    `${a} and ${b}: _please_ read \`${area.toLowerCase()}.csv\` before ${theme.toLowerCase()} is reviewed.`,
  (_a, _b, area, theme) => `1. Measure ${theme.toLowerCase()}\n2. Compare with ${area}\n\n> Numbers first, then words.`,
  (a, _b, area, theme) =>
    `## Steps\n\n${a} runs:\n\n\`\`\`\nreport --area ${area.toLowerCase()}\n\`\`\`\n\nThen ~~mail~~ post **${theme}** here.`,
  (_a, b, area, theme) =>
    `Für ${area}: ${theme} ≥ 5 %, see ${b} — Zoë & Søren agreed 👍 with office@example.com on C# and snake_case_names.`,
];

/** Text number `n`, with people of the account in it. */
export function richText({ people, pick }: Make, n: number): string {
  const who = () => (people.length === 0 ? 'the owner' : mention(pick(people)));
  return nth(TEXTS, n)(who(), who(), nth(AREAS, n), nth(THEMES, n * 5 + 3));
}

/** The picture of a person or team. */
export const picture = (n: number) => `https://pictures.example.com/${wide(n)}.png`;
