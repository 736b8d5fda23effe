/** Records that are set aside: what lists leave out and counts pass over, or not, as a service likes. */
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';

/** Whether a list may leave the record out for what it is. */
export const isSetAside = ({ isActive, dateDeactivated, archived, isPrivate }: JsonRecord): boolean =>
  isActive === false || dateDeactivated !== undefined || archived === true || isPrivate === true;

/** Whether a closed status says something else than that the goal is open; its values are not shown. */
const isClosedStatus = (value: unknown): boolean =>
  isRecord(value) && typeof value.status === 'string' && !/^(open|)$/i.test(value.status);

/** Whether a count of items with a tag may leave the record out: which items it counts is not said. */
export const mayBeUncounted = (record: JsonRecord): boolean =>
  isSetAside(record) || [record.closedStatus, record.goalClosedStatus].some(isClosedStatus);
