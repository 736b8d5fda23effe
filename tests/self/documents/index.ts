/** Files that are derived from the contract and kept in version control, each with the text that it must have. */
import { batches } from '../../suite.ts';
import { coveragePage } from './coveragePage.ts';
import { envExample } from './envExample.ts';
import { requirementsPage } from './requirementsPage.ts';
import { types } from './types.ts';

/** Texts by path, relative to the project. */
export const documents: Readonly<Record<string, () => string | Promise<string>>> = {
  '.env.example': envExample,
  'docs/coverage.md': coveragePage,
  'schemas/requirements/README.md': () => requirementsPage(batches),
  'schemas/types.ts': types,
};
