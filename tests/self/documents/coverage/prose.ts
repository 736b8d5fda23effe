/** The clauses of the specification that are prose, as the files in `schemas/coverage/` hold them. */
import { jsonFiles, readJson } from '../../../../schemas/contract.ts';

/** A clause of prose as its file holds it. */
interface ProseClause {
  place: string;
  /** Changes with the wording of the specification. */
  digest: string;
  says: { text: string; requirements?: string[]; reason?: string }[];
}

export interface ProseSection {
  file: string;
  section: string;
  clauses: readonly ProseClause[];
}

/** The clauses of prose, by file and section. */
export const prose: readonly ProseSection[] = jsonFiles('coverage')
  .filter((file) => file !== 'coverage/derived.json')
  .flatMap((file) =>
    readJson<Omit<ProseSection, 'file'>[]>(file).map(({ section, clauses }) => ({ file, section, clauses })),
  );
