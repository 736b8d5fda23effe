/** Fields that a target shows of hardly a record: "Whether response fields are always present: not shown". Pure functions. */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { type Filter, fieldsIn, matches } from './filters.ts';

/** Of so few records a field may be shown that is hidden of all others, such as an address of everybody else. */
const FEW_SHOWN = 2;
/** Records among which so few are telling. */
const MANY = 20;

/** The fields of a filter that may be there, and be matched, where they are not shown. */
export const hiddenIn = (filter: Filter, records: readonly JsonRecord[]): string[] =>
  records.length < MANY
    ? []
    : fieldsIn(filter).filter((field) => records.filter((record) => record[field] != null).length <= FEW_SHOWN);

/** Whether a filter may match a record, of which these fields may be hidden. @param exact as `matches` has it */
export const mayMatch = (filter: Filter, record: JsonRecord, hidden: readonly string[], exact = false): boolean =>
  hidden.some((field) => record[field] == null) || matches(filter, record, exact) !== false;
