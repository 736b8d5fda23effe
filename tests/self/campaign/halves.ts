/** Two halves that nobody chose. */
import { createHash } from 'node:crypto';

/** Which half a name belongs to: by the first digit of its MD5. */
export const halfOf = (name: string): 'even' | 'odd' =>
  Number.parseInt(createHash('md5').update(name).digest('hex').slice(0, 1), 16) % 2 === 0 ? 'even' : 'odd';
