/** `goal-conformance/record`: what a run has found, how to read it safely, and what follows from it. */
import { readJson } from '../../schemas/files.ts';

export { type Changes, type Comparison, compare } from '../../reports/compare.ts';
export { joined } from '../../reports/join.ts';
export { parseRecord, RecordError, readRecord } from '../../reports/read.ts';
export type { RunFacts } from '../../reports/runFacts.ts';
export { type Judgement, verdictOf } from '../../reports/verdict.ts';
export { checkWaivers, waiverFor } from '../../reports/waivers.ts';
export * from '../../schemas/record.ts';
export { SettingsError } from '../../schemas/settingsError.ts';

/** The JSON Schema of a run record. */
export const runRecordSchema: object = readJson<object>('suite/record.json');

/** The JSON Schema of a file of waivers. */
export const waiversSchema: object = readJson<object>('suite/waivers.json');
