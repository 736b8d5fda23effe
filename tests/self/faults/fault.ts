/** A wrong behaviour that the suite must report. */
import type { Seams } from '../../../reference-server/server.ts';

export interface Fault {
  /** In kebab-case, unique over all files. */
  name: string;
  /** What is wrong, in one sentence. */
  title: string;
  /** Requirements that it breaks; a check of one of them must report it. */
  breaks: readonly string[];
  seams: Seams;
}
