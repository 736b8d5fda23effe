/** Judges the records of all shards of a run as the one run that they are parts of. */
import { isDeepStrictEqual } from 'node:util';
import type { Part, RunRecord, Settings } from '../schemas/contract.ts';
import { leftOutBy, selectionOf } from './partialRun.ts';
import { RecordError } from './read.ts';
import { recordFrom } from './record.ts';

/** A record and the file that it was read from. */
export interface Read {
  name: string;
  record: RunRecord;
}

type Shard = Read & { part: Part };

/** Shards that began further apart may have met different versions of the target. */
const FAR_APART_MS = 24 * 3_600_000;

/** What must be the same in every shard, in the words of a message. */
const SAME: readonly (readonly [string, (shard: Shard) => unknown])[] = [
  ['number of shards', ({ part }) => part.shard.total],
  ['version of the suite', ({ record }) => record.suite.version],
  ['contract', ({ record }) => record.suite.contractHash],
  ['target', ({ record: { target, settings } }) => (settings.bundled === true ? target.name : target)],
  ['settings', ({ record }) => record.suite.settingsHash],
  ['selection', ({ part }) => part.plan],
  ['waivers', ({ record }) => record.waivers],
];

function shardOf({ name, record }: Read): Shard {
  if (record.part) return { name, record, part: record.part };
  throw new RecordError(
    `${name}: is the record of a whole run, not of a shard. Give it alone, or set runs side by side with npm run compare.`,
  );
}

/** Throws unless these are all shards of one run, each once. */
function complete(shards: readonly Shard[]): void {
  const [first, ...others] = shards as [Shard, ...Shard[]];
  for (const [what, of] of SAME) {
    const other = others.find((one) => !isDeepStrictEqual(of(one), of(first)));
    if (other)
      throw new RecordError(
        `${first.name} and ${other.name}: are not shards of one run, since they differ in: ${what}. Give the records of one run.`,
      );
  }
  const { total } = first.part.shard;
  for (let number = 1; number <= total; number++) {
    const there = shards.filter(({ part }) => part.shard.current === number);
    if (there.length === 0)
      throw new RecordError(`shard ${number} of ${total} is missing. Give its conformance.json as well, or run it.`);
    if (there.length > 1)
      throw new RecordError(
        `shard ${number} of ${total} is given ${there.length} times: ${there.map(({ name }) => name).join(', ')}. Give each once.`,
      );
  }
}

const timeOf = ({ record }: Shard) => Date.parse(record.startedAt);

function warningsOf(shards: readonly Shard[]): string[] {
  const times = shards.map(timeOf);
  return [
    ...(Math.max(...times) - Math.min(...times) > FAR_APART_MS
      ? ['The shards began more than a day apart: they may have met different versions of the target.']
      : []),
    ...(new Set(shards.map(({ record }) => record.suite.seed)).size > 1
      ? ['The shards ran with different seeds; that of the first is shown. Set SEED for all of them.']
      : []),
  ];
}

/**
 * The record of the whole run.
 * @throws RecordError unless the records are all shards of one run, each once
 */
export function joined(records: readonly Read[]): RunRecord {
  const shards = records.map(shardOf).sort((a, b) => a.part.shard.current - b.part.shard.current);
  complete(shards);
  const [{ record: first, part }] = shards as [Shard];
  const began = Math.min(...shards.map(timeOf));
  const latest = Math.max(...shards.map(timeOf));
  const ended = Math.max(...shards.map((shard) => timeOf(shard) + shard.record.durationMs));
  return recordFrom(
    {
      runId: shards.map(({ record }) => record.runId).join('+'),
      startedAt: new Date(began).toISOString(),
      durationMs: ended - began,
      ...{ target: first.target, suite: first.suite, settings: first.settings },
    },
    {
      // The samples of a record are those of all its batches.
      batches: shards.flatMap(({ record, part: { batches } }) =>
        batches.map((batch, index) => (index === 0 ? { ...batch, samples: record.samples } : batch)),
      ),
      errors: shards.flatMap(({ part: { shard, errors } }) =>
        errors.map((error) => `shard ${shard.current} of ${shard.total}: ${error}`),
      ),
      warnings: warningsOf(shards),
      planned: part.plan.checks,
      claimed: first.settings.groups as string[],
      ...leftOutBy(first.settings.profile as Settings['profile']),
      ...(part.plan.selection !== undefined && selectionOf(part.plan.selection)),
      strict: first.settings.strict === true,
      allowIncomplete: first.settings.allowIncomplete === true,
      waivers: first.waivers,
      targetName: first.target.name,
      today: new Date(latest).toISOString().slice(0, 10),
    },
  );
}
