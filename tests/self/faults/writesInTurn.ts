/** Writes that go wrong for what was written before: a value that is nearly the one that is there, or that was there once. */
import type { Call } from '../../../reference-server/call.ts';
import { kind } from '../../../schemas/contract.ts';
import { type Fault, faultOf } from './fault.ts';
import { storeOf } from './records.ts';
import { also, instead, type Shown, stored } from './vocabulary.ts';

const fault = faultOf('');

const fieldOf = ({ account, params }: Call) => account.customFields.get(String(params.id)) as Shown | undefined;
const groupOf = ({ account, params }: Call) => account.kpiGroups.get(String(params.groupId));

/** Comparisons that overlook something. */
const ALIKE: Readonly<Record<string, (text: string) => string>> = {
  spaces: (text) => text.replaceAll(/\s+/g, ' '),
  accents: (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  signs: (text) => text.replaceAll(/[^\p{L}\p{N} ]/gu, ''),
};

const TEXTS = ['label', 'description', 'tooltip'];

/** Stores no text that such a comparison takes for the one that is there. */
const nearly: readonly Fault[] = Object.entries(ALIKE).flatMap(([what, alike]) => {
  const isSame = (sent: unknown, had: unknown) =>
    typeof sent === 'string' && typeof had === 'string' && alike(sent) === alike(had);
  return [
    fault(
      `group-renamed-but-for-${what}`,
      `A rename is passed over where the name differs from the one before in ${what} alone.`,
      'kpiGroups.name-kept',
      stored('kpiGroups.update', (sent, call) => {
        const had = groupOf(call)?.name;
        return isSame(sent.name, had) ? { ...sent, name: had } : sent;
      }),
    ),
    fault(
      `field-updated-but-for-${what}`,
      `An update passes over each text that differs from the one before in ${what} alone.`,
      'customFields.update-stored',
      stored('customFields.update', (sent, call) => {
        const had = fieldOf(call) ?? {};
        const kept = TEXTS.filter((name) => isSame(sent[name], had[name])).map((name) => [name, had[name]]);
        return { ...sent, ...Object.fromEntries(kept) };
      }),
    ),
  ];
});

/** Compares what an update sends with the field as it was created, and passes over what is the same. */
const asCreated = (name: string, requirement: string): Fault =>
  fault(
    `field-${name.toLowerCase()}-never-as-created`,
    `An update passes over a ${name} that is the one with which the field was created.`,
    requirement,
    () => {
      const created = new Map<unknown, string>();
      return instead(['customFields.create', 'customFields.update'], (call, next) => {
        const { [name]: value, ...rest } = (call.body ?? {}) as Shown;
        const isSame = created.get(call.params.id) === JSON.stringify(value);
        if (call.operation.id === 'customFields.update') return next(isSame ? { ...call, body: rest } : call);
        const answer = next(call);
        if (answer.status < 300 && value !== undefined) created.set((answer.body as Shown)._id, JSON.stringify(value));
        return answer;
      });
    },
  );

/** Updates what the record has, and nothing else. */
const onlySet = (name: string): Fault =>
  fault(
    `field-${name}-never-added`,
    `An update gives no ${name} to a field that was created without.`,
    'customFields.update-stored',
    stored('customFields.update', (sent, call) => {
      const { [name]: _, ...rest } = sent;
      return fieldOf(call)?.[name] === undefined ? rest : sent;
    }),
  );

/** Refuses what follows a refusal: what was locked for it is not set free. */
const locks = (name: string, title: string, requirement: string, on: string, keyOf: (call: Call) => unknown): Fault =>
  fault(name, title, requirement, () => {
    const locked = new Set<unknown>();
    return instead(on, (call, next) => {
      if (locked.delete(keyOf(call))) return { status: 409, body: {} };
      const answer = next(call);
      if (answer.status === 400) locked.add(keyOf(call));
      return answer;
    });
  });

/** Deletes more than the group: a filter that is turned round. */
const others: readonly Fault[] = [
  fault(
    'group-deleted-from-all-but-its-own',
    'Deleting a group takes the KPIs out of all other groups.',
    'kpiGroups.delete-only',
    also('kpiGroups.delete', ({ account, params }) => {
      for (const kpi of account.kpis.values()) kpi.groups = kpi.groups.filter((id) => id === params.groupId);
    }),
  ),
  fault(
    'group-deleted-with-owners-of-kpis',
    'Deleting a group leaves all KPIs to the user who deletes it.',
    'kpiGroups.delete-only',
    also('kpiGroups.delete', ({ account }) => {
      for (const kpi of account.kpis.values()) kpi.ownerIds = [...account.users.keys()].slice(0, 1);
    }),
  ),
];

/** A create that gives the other records with the same value in one field its own value in another. */
const spreading = (kindName: string, by: string, what: string, requirement: string): Fault =>
  fault(
    `${kindName}-${what.toLowerCase()}-for-all-of-one-${by.toLowerCase()}`,
    `The create of a ${kindName} gives its ${what} to all that have the same ${by}.`,
    requirement,
    also(kind(kindName).create as string, (call) => {
      const sent = call.body as Shown;
      for (const record of storeOf(kindName, call.account).values())
        if (sent[by] !== undefined && record[by] === sent[by] && sent[what] !== undefined) record[what] = sent[what];
    }),
  );

/** An update that is refused stores one thing all the same. */
const keepsOfRefused = (name: string, key: 'description' | 'filterable'): Fault =>
  fault(
    name,
    `An update that is refused for a target type has changed ${key}.`,
    'customFields.target-types-update',
    instead('customFields.update', (call, next) => {
      const answer = next(call);
      const field = fieldOf(call);
      const sent = ((call.body ?? {}) as Shown)[key];
      if (answer.status === 400 && field && sent !== undefined) Object.assign(field, { [key]: sent });
      return answer;
    }),
  );

const spread: readonly Fault[] = [
  spreading('task', 'parentId', 'ownerId', 'tasks.create-each'),
  spreading('task', 'parentType', 'dueDate', 'tasks.create-each'),
  spreading('announcement', 'announcementType', 'announcementTargetId', 'announcements.create-each'),
];

export const writesInTurnFaults: readonly Fault[] = [
  ...nearly,
  ...others,
  ...spread,
  ...TEXTS.map((name) => asCreated(name, 'customFields.update-stored')),
  ...['settings', 'visualizationKind'].map((name) => asCreated(name, 'customFields.further-stored')),
  ...['description', 'tooltip'].map(onlySet),
  locks(
    'field-locked-by-refused-update',
    'The update of a field that follows a refused one is refused, too.',
    'customFields.update-stored',
    'customFields.update',
    ({ params }) => params.id,
  ),
  locks(
    'group-locked-by-refused-rename',
    'The rename of a group that follows a refused one is refused, too.',
    'kpiGroups.update-name',
    'kpiGroups.update',
    ({ params }) => params.groupId,
  ),
  keepsOfRefused('refused-update-makes-filterable', 'filterable'),
  keepsOfRefused('refused-update-describes', 'description'),
];
