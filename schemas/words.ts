/** Words of messages. */

/** `a task`, `an announcement`, `a user`: a noun, or the name of a field, with its article. */
export const withArticle = (noun: string): string => `${/^([aeio]|un)/i.test(noun) ? 'an' : 'a'} ${noun}`;
