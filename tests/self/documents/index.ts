/** Files that are derived from the contract and kept in version control, each with the text that it must have. */
import { batches } from '../../suite.ts';
import { coveragePage } from './coveragePage.ts';
import { envExample } from './envExample.ts';
import { requirementsPage } from './requirementsPage.ts';
import { settingsPage } from './settingsPage.ts';
import { types } from './types.ts';

/** Texts by path, relative to the project. */
export const documents: Readonly<Record<string, () => string | Promise<string>>> = {
  '.env.example': envExample,
  'docs/coverage.md': coveragePage,
  'docs/requirements.md': () => requirementsPage(batches),
  'docs/settings.md': settingsPage,
  'schemas/types.ts': types,
};
