/** Removes what a run has left behind, by its ledger on disk. Nothing that the ledger does not name is touched. */
import { kind, type Leftover, loadFixtures, type Settings } from '../../../schemas/contract.ts';
import { type Client, createClient } from '../http/client.ts';
import { readKind } from '../lists/readList.ts';
import { createContext } from './context.ts';
import { countOf, endedJournals, type Noted, readJournal, removeJournal } from './journal.ts';
import { createLedger, removeOne } from './ledger.ts';
import { unlessUntested } from './outcome.ts';
import { createReadings } from './readings.ts';
import { names } from './uniqueNames.ts';

type Reached = Settings & { baseUrl: string };

/** Whether no other client has given a record this name: it holds the mark of a run. */
const isMark = (text: string) => /gc[- ][0-9a-z]/.test(text) || /^00\d{12}$/.test(text);

/** Ids of the records that the lists show under these marks. */
async function found(sent: readonly Noted[], settings: Reached, client: Client): Promise<Noted[]> {
  const fixtures = loadFixtures(settings.fixtures);
  const t = createContext({ settings, fixtures, client, names: names('sweep', 0) }, [], createLedger(), {
    batch: new Map(),
    process: new Map(),
    readings: createReadings(),
  });
  const lists = new Map(sent.map(({ kind: kindName, as }) => [`${kindName} ${as}`, { kindName, as }]));
  const all = [...lists.values()].map(async ({ kindName, as }) => {
    const { id, marker = '' } = kind(kindName);
    const marks = sent.filter(({ kind: one, mark = '' }) => one === kindName && isMark(mark));
    const makers = new Map(marks.map((one) => [one.mark?.toLowerCase(), one.as]));
    const { items } = await unlessUntested(readKind(t, kindName, { as }), { items: [] });
    return items.flatMap((item) => {
      const maker = makers.get(String(item[marker]).toLowerCase());
      // Not everybody may delete what another one has made.
      return maker !== undefined && typeof item[id] === 'string' ? { kind: kindName, as: maker, id: item[id] } : [];
    });
  });
  return (await Promise.all(all)).flat();
}

/** What became of the ledgers. */
export interface Swept {
  /** `2 KPI groups that run 1a2b3c4d had left were deleted` */
  deleted: string[];
  left: Leftover[];
}

async function sweepOne(path: string, settings: Reached, client: Client): Promise<Swept> {
  const { owner, open, sent } = readJournal(path);
  const named = [...open.filter(({ id }) => id !== undefined), ...(await found(sent, settings, client))];
  const records = [...new Map(named.map((one) => [`${one.kind} ${one.id}`, one])).values()];
  const left = await Promise.all(
    records.map(({ kind: kindName, id = '', as }) => removeOne({ kindName, id, as }, client)),
  );
  const gone = records.filter((_, i) => left[i]?.length === 0);
  const kindsOf = [...new Set(gone.map(({ kind: kindName }) => kindName))];
  if (left.flat().length === 0) removeJournal(path);
  return {
    deleted: kindsOf.map(
      (name) => `${countOf(name, gone.filter((one) => one.kind === name).length)} of run ${owner.run}`,
    ),
    left: left.flat(),
  };
}

/**
 * Removes what these runs have left; a ledger of which nothing is left goes with it.
 * @param paths of ledgers; default: those of ended runs of this target and account in the folder of the reports
 */
export async function sweep(
  settings: Reached,
  paths: readonly string[] = endedJournals(settings.reportDir, settings),
): Promise<Swept> {
  if (paths.length === 0) return { deleted: [], left: [] };
  const client = createClient(settings);
  try {
    const all: Swept[] = [];
    for (const path of paths) all.push(await sweepOne(path, settings, client));
    return { deleted: all.flatMap(({ deleted }) => deleted), left: all.flatMap(({ left }) => left) };
  } finally {
    await client.close();
  }
}
