/** A named wrong behaviour: what it changes in the reference server, and the requirements that it breaks. */
import type { Seams } from '../../../reference-server/server.ts';

export interface Fault {
  /** Unique, in kebab-case. */
  name: string;
  /** What is wrong, in one sentence. */
  title: string;
  /** Ids of the requirements that it breaks; a check of at least one of them must fail. */
  breaks: readonly string[];
  /** The operations on which it shows; by default any that the requirements concern. */
  on?: readonly string[];
  /** A function where the fault remembers something: each server then has its own memory. */
  seams: Seams | (() => Seams);
}

/** Makes faults that break requirements whose ids begin alike. */
export const faultOf =
  (prefix: string) =>
  (name: string, title: string, breaks: string | readonly string[], seams: Fault['seams']): Fault => ({
    name,
    title,
    breaks: [breaks].flat().map((id) => `${prefix}${id}`),
    seams,
  });
