/** Mistakes with records of every kind, generated from the kinds: for each law what a team could get wrong. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { Account } from '../../../reference-server/store/account.ts';
import { type Kind, kind, kinds, recordSchema, requirement, operation as stated } from '../../../schemas/contract.ts';
import type { Fault } from './fault.ts';
import { answering, asIf, body, instead, kebab, listed, recordsIn, refuses, type Shown, twice } from './vocabulary.ts';

/** Where the reference server keeps the records of a kind, if not under the plural of its name. */
const STORES: Readonly<Record<string, keyof Account>> = { employee: 'users' };

/** The texts that the bodies of the fixtures vary; of other kinds all texts are varied. */
const VARIED: Readonly<Record<string, readonly string[]>> = { user: ['lastName'], role: ['name'] };

/** Fields that only some of the creates send. */
const SOMETIMES = ['visualizationKind', 'teamIds', 'filterable'];

type Records = Map<string, Shown>;

/** The records of a kind that the reference server keeps; throws when it is not known where. */
export function storeOf(kindName: string, account: Account): Records {
  const name = STORES[kindName] ?? (`${kindName}s` as keyof Account);
  const records: unknown = account[name];
  if (records instanceof Map) return records;
  throw new Error(
    `no ${name} in an account: say in STORES (tests/self/faults/records.ts) where it keeps each ${kindName}`,
  );
}

const isOwn = (kindName: string, record: Shown | undefined): boolean => {
  const { marker = '' } = kind(kindName);
  return /^(.-)?gc/.test(String(record?.[marker] ?? ''));
};

/** Does something after each create that succeeds, with the records that it made; the answer was made before. */
const afterCreate = (
  kindName: string,
  change: (made: readonly Shown[], records: Records, call: Call) => unknown,
): Seams =>
  instead(kind(kindName).create as string, (call, next) => {
    const records = storeOf(kindName, call.account);
    const before = new Set(records.keys());
    const answer = structuredClone(next(call));
    const made = [...records].filter(([id]) => !before.has(id)).map(([, record]) => record);
    if (made.length > 0) change(made, records, call);
    return answer;
  });

/** Changes each created record where it is kept, with the one that was created before it. */
const keeps = (kindName: string, change: (record: Shown, last: Shown) => void) => (): Seams => {
  let last: Shown = {};
  return afterCreate(kindName, (made) => {
    for (const record of made) {
      const before = { ...record };
      change(record, last);
      last = before;
    }
  });
};

/** Changes the bodies of creates: one, or several in a list. */
const sends = (kindName: string, change: (sent: Shown) => Shown): Seams =>
  asIf(kind(kindName).create as string, ({ body: sent }) => ({
    body: Array.isArray(sent) ? sent.map((one) => change({ ...one })) : change({ ...(sent as Shown) }),
  }));

/** Changes the records in the answers to creates. */
const answers = (kindName: string, change: (record: Shown) => void): Fault['seams'] =>
  body(kind(kindName).create as string, (value) => {
    recordsIn(value).forEach(change);
  });

/** Answers without the records that are hidden, which stay where they are kept. */
function without(records: Records, hidden: (key: string) => boolean, answer: () => Answer): Answer {
  const all = [...records].filter(([key]) => hidden(key));
  for (const [key] of all) records.delete(key);
  const given = answer();
  for (const [key, record] of all) records.set(key, record);
  return given;
}

/** Ids of records that a call has made. */
function madeBy(records: Records, act: () => Answer): { answer: Answer; ids: string[] } {
  const before = new Set(records.keys());
  const answer = act();
  return { answer, ids: [...records.keys()].filter((key) => !before.has(key)) };
}

/**
 * Hides created records in one place.
 * @param created is told of each; @param hidden says whether one is hidden from a call
 */
const hiding = (
  kindName: string,
  place: 'get' | 'list',
  created: (key: string, call: Call) => unknown,
  hidden: (key: string, call: Call) => boolean,
): Seams => {
  const { create, parameter = 'id', [place]: read } = kind(kindName);
  return {
    around(call, next) {
      const records = storeOf(kindName, call.account);
      const { operation, params } = call;
      if (operation.id === create) {
        const { answer, ids } = madeBy(records, () => next(call));
        for (const id of ids) created(id, call);
        return answer;
      }
      if (operation.id !== read) return next(call);
      return without(
        records,
        (key) => (place === 'list' || key === params[parameter]) && hidden(key, call),
        () => {
          try {
            return next(call);
          } catch {
            return { status: operation.errors.includes(404) ? 404 : 400, body: {} };
          }
        },
      );
    },
  };
};

/** Lets nobody but its author see a record in one place. */
const forItsAuthor = (kindName: string, place: 'get' | 'list') => () => {
  const authors = new Map<string, string>();
  return hiding(
    kindName,
    place,
    (key, { user }) => authors.set(key, user.id),
    (key, { user }) => authors.has(key) && authors.get(key) !== user.id,
  );
};

/** A created record is there from the second look on. */
const late = (kindName: string, place: 'get' | 'list') => () => {
  const unseen = new Set<string>();
  return hiding(
    kindName,
    place,
    (key) => unseen.add(key),
    (key) => unseen.delete(key),
  );
};

/** Puts the records into those of another account, where they are not there yet. */
function copied(made: ReadonlyMap<string, Shown>, records: Records, accountId: string): void {
  for (const [key, record] of made)
    if (!records.has(key)) records.set(key, { ...record, ...('accountId' in record && { accountId }) });
}

/** What was created in one account stands in the others as well. */
const everywhere = (kindName: string) => (): Seams => {
  const made = new Map<string, Shown>();
  const { create, list } = kind(kindName);
  return {
    around(call, next) {
      const records = storeOf(kindName, call.account);
      if (call.operation.id === list) copied(made, records, call.account.id);
      const { answer, ids } = madeBy(records, () => next(call));
      if (call.operation.id === create) for (const id of ids) made.set(id, records.get(id) as Shown);
      return answer;
    },
  };
};

const every = (second: (id: string) => Answer) => (get: string, kindName: string) =>
  instead(get, (call, next) => {
    const id = call.params[kind(kindName).parameter ?? 'id'] ?? '';
    const place = [...storeOf(kindName, call.account).keys()].indexOf(id);
    return place % 2 === 1 ? second(id) : next(call);
  });

/** Who reads by an id after another user of the account gets the answer to that one's request, which is then forgotten. */
const lastOfAnother = (get: string) => (): Seams => {
  const last = new Map<string, { user: string; answer: Answer }>();
  return instead(get, (call, next) => {
    const { account, user } = call;
    const kept = last.get(account.id);
    last.delete(account.id);
    if (kept && kept.user !== user.id) return kept.answer;
    const answer = next(call);
    if (answer.status < 300) last.set(account.id, { user: user.id, answer });
    return answer;
  });
};

/** A field of the record that people read. */
function nameOf({ list, get }: Kind): string {
  const { properties = {} } = recordSchema(stated((list ?? get) as string).success.schema);
  return ['lastName', 'comment', 'label', 'name', 'title'].find((name) => properties[name]) as string;
}

interface Mistake {
  name: string;
  title: string;
  breaks: string;
  /** A requirement of reads that it breaks as well. */
  besides?: string;
  seams: Fault['seams'];
}

function readingMistakes(kindName: string): Mistake[] {
  const it = kind(kindName);
  const { laws = {}, get = '', list = '', title, parameter = 'id' } = it;
  const field = nameOf(it);
  const next = () =>
    asIf(get, ({ account, params }) => {
      const ids = [...storeOf(kindName, account).keys()];
      const place = ids.indexOf(params[parameter] ?? '');
      return place < 0 ? {} : { params: { ...params, [parameter]: ids[(place + 1) % ids.length] as string } };
    });
  return [
    ...(laws.get
      ? [
          {
            name: 'get-next',
            title: `Reading a ${title} gives the one that was made after it.`,
            breaks: laws.get,
            seams: next(),
          },
          {
            name: 'get-last-of-another-user',
            title: `Who reads a ${title} after another user gets the one that this user has read.`,
            breaks: laws.get,
            besides: 'general.users-agree',
            seams: lastOfAnother(get),
          },
          {
            name: 'get-breaks',
            title: `Every second ${title} cannot be read for a server error.`,
            breaks: laws.get,
            seams: every(() => ({ status: 500, body: {} }))(get, kindName),
          },
          {
            name: 'get-unknown',
            title: `Every second ${title} is said not to exist.`,
            breaks: laws.get,
            seams: every(() => ({ status: stated(get).errors.includes(404) ? 404 : 400, body: {} }))(get, kindName),
          },
        ]
      : []),
    ...(laws.views
      ? [
          { name: 'list-twice', title: `The list shows a ${title} twice.`, breaks: laws.views, seams: twice(list) },
          {
            name: 'list-next-name',
            title: `The list shows the ${field} of the next ${title}.`,
            breaks: laws.views,
            seams: listed(list, (all) =>
              all.map((one, i) => ({ ...one, [field]: all[(i + 1) % all.length]?.[field] })),
            ),
          },
          {
            name: 'get-capitals',
            title: `Reading a ${title} by id gives its ${field} in capitals.`,
            breaks: laws.views,
            seams: body(get, (value) => {
              for (const record of recordsIn(value)) record[field] = String(record[field]).toUpperCase();
            }),
          },
          {
            name: 'views-get-breaks',
            title: `A ${title} that the list shows cannot be read by its id.`,
            breaks: laws.views,
            seams: every(() => ({ status: 500, body: {} }))(get, kindName),
          },
        ]
      : []),
    ...(laws.once
      ? [{ name: 'list-twice', title: `The list shows a ${title} twice.`, breaks: laws.once, seams: twice(list) }]
      : []),
  ];
}

function textMistakes(kindName: string, field: string, breaks: string): Mistake[] {
  const changes: readonly (readonly [string, string, (text: string) => string])[] = [
    ['cut-at-255', 'is cut after 255 characters', (text) => text.slice(0, 255)],
    ['cut-at-50', 'is cut after 50 characters', (text) => text.slice(0, 50)],
    ['cut-at-30', 'is cut after 30 characters', (text) => text.slice(0, 30)],
    [
      'without-symbols',
      'loses symbols beyond the basic plane',
      (text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''),
    ],
    ['decomposed', 'is kept with its combining marks apart', (text) => text.normalize('NFD')],
    ['without-marks', 'loses its accents', (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')],
    ['in-lower-case', 'is kept in lower case', (text) => text.toLowerCase()],
    ['escaped', 'is kept with HTML escapes', (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
    ['spaces-joined', 'is kept with several spaces as one', (text) => text.replaceAll(/ +/g, ' ')],
    ['latin', 'loses letters beyond Latin-1', (text) => text.replaceAll(/[^\0-\xff]/g, '?')],
  ];
  return changes.map(([name, words, change]) => ({
    name: `${kebab(field)}-${name}`,
    title: `The ${field} of a created ${kind(kindName).title} ${words}.`,
    breaks,
    seams: sends(kindName, (sent) =>
      typeof sent[field] === 'string' ? { ...sent, [field]: change(sent[field]) } : sent,
    ),
  }));
}

function fieldMistakes(kindName: string): Mistake[] {
  const { laws = {}, sent = {}, title } = kind(kindName);
  const breaks = laws.kept ?? laws.stored;
  const text = laws.text;
  return Object.entries(sent).flatMap(([key, { shown = key, made = false, text: isText = false, open }]) => {
    if (open || SOMETIMES.includes(key) || (kindName === 'user' && key === 'name')) return [];
    const varied = VARIED[kindName]?.includes(key) ?? true;
    return [
      ...(breaks
        ? [
            {
              name: `loses-${kebab(key)}`,
              title: `A created ${title} is kept without its ${shown}.`,
              breaks,
              seams: keeps(kindName, (record) => {
                // A description that is not there is shown as none.
                record[shown] = undefined;
              }),
            },
          ]
        : []),
      ...(breaks && made && varied
        ? [
            {
              name: `${kebab(key)}-of-last`,
              title: `A created ${title} is kept with the ${shown} of the one before.`,
              breaks,
              seams: keeps(kindName, (record, last) => {
                record[shown] = last[shown] ?? record[shown];
              }),
            },
          ]
        : []),
      ...(text && isText && varied ? textMistakes(kindName, key, text) : []),
    ];
  });
}

function creatingMistakes(kindName: string): Mistake[] {
  const { laws = {}, create = '', list = '', id, title, marker = '' } = kind(kindName);
  const mistakes: (Omit<Mistake, 'breaks'> & { breaks: string | undefined })[] = [
    {
      name: 'answer-without-id',
      title: `The answer to the create of a ${title} has no id.`,
      breaks: laws.answer,
      seams: answers(kindName, (record) => {
        delete record[id];
      }),
    },
    {
      name: 'answer-id-alone',
      title: `The answer to the create of a ${title} has the id alone, and that of another record.`,
      breaks: laws.answer,
      seams: body(create, (_value, { account }) => ({ [id]: [...storeOf(kindName, account).keys()][0] })),
    },
    {
      name: 'not-stored',
      title: `A ${title} is answered and not stored.`,
      breaks: laws.stored,
      seams: afterCreate(kindName, (made, records) => made.map((record) => records.delete(String(record[id])))),
    },
    {
      name: 'other-id',
      title: `A ${title} is stored under another id than is answered.`,
      breaks: laws.stored,
      seams: afterCreate(kindName, (made, records, { account }) => {
        for (const record of made) {
          records.delete(String(record[id]));
          record[id] = account.newId();
          records.set(String(record[id]), record);
        }
      }),
    },
    ...(kind(kindName).ownAccess
      ? []
      : [
          {
            name: 'read-by-author',
            title: `A created ${title} can be read by the user who made it alone.`,
            breaks: laws.stored,
            seams: forItsAuthor(kindName, 'get'),
          },
        ]),
    {
      name: 'listed-for-author',
      title: `A created ${title} is listed for the user who made it alone.`,
      breaks: laws.listed,
      seams: forItsAuthor(kindName, 'list'),
    },
    {
      name: 'not-listed',
      title: `A created ${title} is not listed.`,
      breaks: laws.listed,
      seams: listed(list, (all) => all.filter((record) => !isOwn(kindName, record))),
    },
    {
      name: 'makes-two',
      title: `A create makes two records of a ${title}.`,
      breaks: laws.each,
      seams: afterCreate(kindName, (made, records, { account }) => {
        for (const record of made) {
          const copy = account.newId();
          records.set(copy, { ...record, [id]: copy });
        }
      }),
    },
    {
      name: 'replaces-last',
      title: `A created ${title} takes the place of the one that was created before.`,
      breaks: laws.each,
      seams: () => {
        let last: string | undefined;
        return afterCreate(kindName, (made, records) => {
          if (last !== undefined) records.delete(last);
          last = String(made.at(-1)?.[id]);
        });
      },
    },
    {
      name: 'touches-last',
      title: `A create gives its ${marker} to the ${title} that was created before.`,
      breaks: laws.each,
      seams: () => {
        let last: Shown | undefined;
        return afterCreate(kindName, (made) => {
          if (last) last[marker] = made.at(-1)?.[marker];
          last = made.at(-1);
        });
      },
    },
    {
      name: 'same-id-at-once',
      title: `Creates of a ${title} that arrive within a moment are answered with one id.`,
      // Several users come in one request, and a role is known by the list before it and after it.
      breaks: kindName === 'user' || kindName === 'role' ? undefined : laws.each,
      seams: () => {
        let last: { id: unknown; at: number } | undefined;
        return answering(create, (answer) => {
          if (answer.status >= 300) return answer;
          const copy = structuredClone(answer);
          const [record] = recordsIn(copy.body);
          const now = performance.now();
          if (record && last && now - last.at < 100) record[id] = last.id;
          last = { id: record?.[id], at: now };
          return copy;
        });
      },
    },
    {
      name: 'like-is-the-same',
      title: `A ${title} whose ${marker} begins like that of another one is taken for it.`,
      breaks: marker === 'email' || id === '_id' ? undefined : laws.each,
      seams: instead(create, (call, next) => {
        const beginning = String((call.body as Shown)[marker]).slice(0, 64);
        const like = [...storeOf(kindName, call.account).values()].find((record) =>
          String(record[marker]).startsWith(beginning),
        );
        const answer = next(call);
        if (!like || answer.status >= 300) return answer;
        const copy = structuredClone(answer);
        const [record] = recordsIn(copy.body);
        if (!record) return answer;
        storeOf(kindName, call.account).delete(String(record[id]));
        record[id] = like[id];
        return copy;
      }),
    },
    {
      name: 'absent-of-last',
      title: `What the body of a ${title} leaves out is taken from the one before.`,
      breaks: laws.own,
      seams: () => {
        let last: Shown = {};
        return sends(kindName, (sent) => {
          const whole = { ...last, ...sent };
          last = { ...last, ...sent };
          return whole;
        });
      },
    },
    {
      name: 'absent-is-undefined',
      title: `What the body of a ${title} leaves out is kept as the text undefined.`,
      breaks: laws.own && kindName === 'task' ? laws.own : undefined,
      seams: sends(kindName, (body) => ({ description: 'undefined', ...body })),
    },
    {
      name: 'absent-is-null-text',
      title: `What the body of a ${title} leaves out is kept as the text null.`,
      breaks: laws.own && kindName === 'task' ? laws.own : undefined,
      seams: sends(kindName, (body) => ({ description: 'null', ...body })),
    },
    {
      name: 'author-is-first',
      title: `The first user stands as the author of each ${title}.`,
      breaks: laws.author,
      seams: afterCreate(kindName, (made, _records, { account }) => {
        for (const record of made) record.createdById = [...account.users.keys()][0];
      }),
    },
    {
      name: 'author-is-new',
      title: `Each ${title} has an author of its own.`,
      breaks: laws.author,
      seams: afterCreate(kindName, (made, _records, { account }) => {
        for (const record of made) record.createdById = account.newId();
      }),
    },
    {
      name: 'in-every-account',
      title: `A created ${title} stands in every account.`,
      breaks: laws.account,
      seams: everywhere(kindName),
    },
    {
      name: 'seen-late-by-id',
      title: `A created ${title} cannot be read the first time.`,
      breaks: 'general.seen-at-once',
      seams: late(kindName, 'get'),
    },
    {
      name: 'seen-late-in-list',
      title: `A created ${title} is not listed the first time.`,
      breaks: 'general.seen-at-once',
      seams: late(kindName, 'list'),
    },
    ...(['user', 'role'].includes(kindName)
      ? []
      : [
          {
            name: 'refuses-symbols',
            title: `Symbols beyond the basic plane are refused in a ${title}.`,
            breaks: 'general.texts-accepted',
            seams: refuses(create, 400, ({ body: sent }) => /[\u{10000}-\u{10ffff}]/u.test(JSON.stringify(sent))),
          },
          {
            name: 'refuses-long-texts',
            title: `Texts of more than 500 characters are refused in a ${title}.`,
            breaks: 'general.texts-accepted',
            seams: refuses(create, 400, ({ body: sent }) =>
              Object.values(sent as Shown).some((value) => typeof value === 'string' && value.length > 500),
            ),
          },
        ]),
  ];
  return mistakes.flatMap((mistake) => (mistake.breaks ? [{ ...mistake, breaks: mistake.breaks }] : []));
}

/** Of the operations that general requirements concern, the one that creates the kind. */
const faultsOf = (kindName: string): Fault[] => {
  const { laws, create, get = '' } = kind(kindName);
  if (!laws) return [];
  const mistakes = [
    ...readingMistakes(kindName),
    ...(create ? [...creatingMistakes(kindName), ...fieldMistakes(kindName)] : []),
  ];
  return mistakes.map(({ name, title, breaks, besides, seams }) => ({
    name: `record-${kebab(kindName)}-${name}`,
    title,
    breaks: [breaks, ...(besides === undefined ? [] : [besides])],
    ...(besides !== undefined && { on: [get] }),
    ...(breaks.startsWith('general.') && create && { on: [create] }),
    seams,
  }));
};

const COUNTS = 'general.counts';

/** A list that was counted once: what is created later is listed, and not counted. */
const countedOnce = ([kindName, { create, list = '', title }]: readonly [string, Kind]): Fault[] =>
  create && requirement(COUNTS).operations.includes(list)
    ? [
        {
          name: `record-${kebab(kindName)}-counted-once`,
          title: `The list has as many of kind ${title} as it had at first, by its counts.`,
          breaks: [COUNTS],
          on: [list],
          seams: () => {
            let first: Shown | undefined;
            return body(list, ({ items, ...counts }) => {
              first ??= counts;
              return { items, ...first };
            });
          },
        },
      ]
    : [];

export const recordFaults: readonly Fault[] = [
  ...Object.keys(kinds).flatMap(faultsOf),
  ...Object.entries(kinds).flatMap(countedOnce),
];
