/** Records that an answer shows, by their ids. Sections "What the service does" (accounts), "Resources". */
import { isRecord, type JsonRecord } from '../../schemas/contract.ts';
import { itemsOf, strings } from '../support/records/answers.ts';

/** Fields that hold ids of an account's own records; plans, clients or plug-ins are not the account's. */
const OF_ACCOUNT =
  /^(_?id|(account|user|kpi|metric|goal|session|task|item|owner|createdBy|modifiedBy)Id|ownerIds|memberIds|kpiIds|userIds|dashboardsIds)$/;

/** Fields by which two records with one id are told apart, and that every user is shown alike. */
const TELLING = [
  ...['accountId', 'name', 'title', 'label', 'email', 'displayName', 'lastName', 'action'],
  ...['createdById', 'createdBy', 'modifiedById', 'authorId', 'ownerId'],
  ...['dateCreated', 'dateModified', 'dateUpdated', 'lastModified'],
];

/** The accounts that records inside of a record name. */
const accountsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap(accountsIn)
    : isRecord(value)
      ? [...strings([value.accountId]), ...Object.values(value).flatMap(accountsIn)]
      : [];

/** Whether both name accounts, and none in common: accounts may be set up alike in all the rest. */
function areApart(a: JsonRecord, b: JsonRecord): boolean {
  const [one, two] = [accountsIn(a), accountsIn(b)];
  return one.length > 0 && two.length > 0 && !one.some((id) => two.includes(id));
}

/** Whether two views can be of one record. An id may be unique within an account alone: nothing says how far it goes. */
export const canBeSame = (a: JsonRecord, b: JsonRecord): boolean =>
  !TELLING.some((field) => typeof a[field] === 'string' && typeof b[field] === 'string' && a[field] !== b[field]) &&
  !areApart(a, b);

/** Whether a record, such as a demo session, is there to be tried and of none of these accounts: each may be shown the same one. */
export const isOfService = ({ demo, accountId }: JsonRecord, accounts: readonly (string | undefined)[]): boolean =>
  demo === true && typeof accountId === 'string' && !accounts.includes(accountId);

/** Objects that hold ids, the outermost ones: what stands inside a record may be numbered within it. */
function named(json: unknown): [string, JsonRecord][] {
  if (Array.isArray(json)) return json.flatMap(named);
  if (!isRecord(json)) return [];
  const own = Object.keys(json).filter((key) => OF_ACCOUNT.test(key));
  const ids = own.flatMap((key) => strings([json[key]].flat())).map((id): [string, JsonRecord] => [id, json]);
  return own.some((key) => key !== 'accountId') ? ids : [...ids, ...Object.values(json).flatMap(named)];
}

const idsOf = ({ id, _id }: JsonRecord): string[] => strings([id, _id]);

/** The records of an answer by id; of an answer without records that have ids, the objects that name some. */
export function shownRecords(json: unknown): Map<string, JsonRecord> {
  // A record may have a field that elsewhere holds a list, such as tags.
  const single = [json, isRecord(json) ? json.info : undefined].filter(isRecord).filter((one) => idsOf(one).length > 0);
  const listed = [...itemsOf(json), ...itemsOf(isRecord(json) ? json.Teams : undefined)];
  const own = (single.length > 0 ? single : listed).flatMap((record) =>
    idsOf(record).map((id): [string, JsonRecord] => [id, record]),
  );
  return new Map(own.length > 0 ? own : named(json));
}
