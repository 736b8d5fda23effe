/** What the words say of custom fields. Sections "Custom field", "States and transitions", "Endpoints / Custom fields". */
import { readJson } from '../../schemas/contract.ts';
import { type Batch, type Check, check } from '../support/check.ts';
import type { Answer } from '../support/client.ts';
import { shared } from '../support/compare.ts';
import { at, type Context, type JsonRecord } from '../support/context.ts';
import { exclusive } from '../support/exclusive.ts';
import { wholeField } from '../support/fieldBodies.ts';
import { fieldName, isFieldName } from '../support/fieldNames.ts';
import { Failure, NotTested } from '../support/outcome.ts';
import { expectField, isShown, notShown } from '../support/shownField.ts';
import {
  bodies,
  ids,
  list,
  listed,
  type Made,
  make,
  read,
  supportedTypes,
  tryMake,
  unknownId,
} from '../support/subjects.ts';
import { swappedCase, TEXTS } from '../support/texts.ts';

const KIND = 'customField';
const TYPES = ['string', 'number', 'bool', 'date'] as const;

/** The body of a right field, with these fields instead. */
const body = async (t: Context, fields: JsonRecord = {}): Promise<JsonRecord> => ({
  ...(await bodies.customField?.(t)),
  ...fields,
});

/** Tries to create a field; a refused one is tried again under another name of the same form, which may have been taken. */
async function accepted(t: Context, fields: JsonRecord, name: () => string = () => t.names.field()): Promise<Made> {
  let answer: Made | Answer | undefined;
  let sent: JsonRecord = {};
  for (let tries = 0; tries < 3; tries++) {
    sent = await body(t, { ...fields, name: name() });
    answer = await tryMake(t, KIND, sent);
    if ('kindName' in answer) return answer;
  }
  const { status, json } = answer as Answer;
  throw new Failure('a right custom field is not created', {
    expected: { status: 201, ...sent },
    received: (answer as Answer).ok ? json : status,
    exchange: answer as Answer,
  });
}

/** Judges that no field comes of this body, whatever 4xx says so. */
export async function expectRefused(t: Context, sent: JsonRecord, why: string): Promise<void> {
  const answer = await tryMake(t, KIND, sent);
  const { status, ok } = 'kindName' in answer ? answer.answer : answer;
  if (!ok) return;
  // A service may trim white space off a name; then the name that it stores is what counts.
  if ('kindName' in answer && String(sent.name).trim() !== sent.name) {
    const { name } = await read(t, KIND, answer.id);
    if (isFieldName(String(name))) return;
  }
  throw new Failure(`a custom field is created although ${why}`, {
    expected: 'a status of 4xx',
    received: status,
    exchange: 'kindName' in answer ? answer.answer : answer,
  });
}

/** Judges that a body is refused, or taken for another that is right: a service may put the case of letters right. */
async function expectRefusedOr(t: Context, wrong: JsonRecord, right: (stored: JsonRecord) => boolean): Promise<void> {
  const made = await tryMake(t, KIND, await body(t, wrong));
  if (!('kindName' in made)) return;
  const stored = await read(t, KIND, made.id);
  t.expect(right(stored), 'a custom field is created with a value that is none of those allowed', {
    expected: `another value than ${JSON.stringify(wrong)}`,
    received: Object.fromEntries(Object.keys(wrong).map((field) => [field, stored[field]])),
    exchange: made.answer,
  });
}

const UNSUPPORTED = ['gcUnknownType', 'gc_unknown_type'];

const SENT_AS_IS = ['label', 'name', 'type', 'description', 'tooltip', 'filterable', 'visualizationKind'];

/** Judges that a record shows what was sent: a text that fields of the account show is lost where it is absent. */
async function expectSent(
  t: Context,
  record: JsonRecord,
  sent: JsonRecord,
  where: string,
  exchange?: Answer,
): Promise<void> {
  for (const field of SENT_AS_IS) {
    const [wanted, received] = [sent[field], record[field]];
    if (wanted === undefined) continue;
    if (received === undefined && !(typeof wanted === 'string' && wanted && (await isShown(t, KIND, [field]))))
      continue;
    t.expect(received === wanted, `${where} shows another ${field} than was sent`, {
      expected: wanted,
      received,
      at: `/${field}`,
      ...(exchange && { exchange }),
    });
  }
  const sorted = (types: unknown) => (Array.isArray(types) ? [...types].sort() : types);
  if (record.targetTypes !== undefined)
    t.equal(sorted(record.targetTypes), sorted(sent.targetTypes), `${where} shows other target types`, exchange);
}

async function full(t: Context, filterable = true): Promise<JsonRecord> {
  return body(t, {
    description: `what ${t.names.next('description')} is for`,
    tooltip: t.names.next('tooltip'),
    filterable,
  });
}

// Custom fields cannot be deleted, so the checks share the few that they make.

/** A field with every text, made once; it is only read. */
const sample = (t: Context) => t.once('shared field', async () => make(t, KIND, await full(t)));

/** Three fields made at the same time; they are only read. */
const several = (t: Context) =>
  t.once('several fields', () =>
    Promise.all([true, false, true].map(async (filterable) => make(t, KIND, await full(t, filterable)))),
  );

/** Works on the one field that updates are tried on. */
const updating = <T>(t: Context, work: (field: Made) => Promise<T>): Promise<T> =>
  exclusive(t, 'updated field', async () =>
    work(await t.once('updated field', async () => make(t, KIND, await full(t)))),
  );

const creating: Check[] = [
  check('a created field is answered as it was sent', 'customFields.create-answer', async (t) => {
    const { sent, record, answer } = await sample(t);
    await expectSent(t, record, sent, 'the answer', answer);
  }),

  check('a created field can be read by two users', 'customFields.create-stored', async (t) => {
    const { id, sent } = await sample(t);
    for (const as of ['first', t.need('second')] as const) {
      const record = await read(t, KIND, id, as);
      await expectSent(t, record, sent, `the read by the ${as} user`);
    }
  }),

  check('a created field stands once in the list', 'customFields.create-listed', async (t) => {
    const { id, sent } = await sample(t);
    const found = await listed(t, KIND, id);
    t.expect(found !== undefined, 'a created field is not in the list', { expected: id, received: 'not listed' });
    await expectSent(t, found as JsonRecord, sent, 'the list');
    const { items } = await list(t, KIND);
    const times = items.filter((item) => item._id === id).length;
    t.expect(times <= 1, 'a created field is in the list more than once', { expected: 1, received: times });
  }),

  check('fields created at once are all there, each with an id of its own', 'customFields.create-each', async (t) => {
    const made = await several(t);
    t.expect(new Set(made.map(({ id }) => id)).size === made.length, 'two fields have the same id', {
      expected: `${made.length} ids`,
      received: made.map(({ id }) => id),
    });
    for (const { id, sent } of made) await expectSent(t, await read(t, KIND, id), sent, 'the read by id');
  }),

  check('texts are kept letter for letter', 'customFields.text-kept', async (t) => {
    const texts = (i: number) => ({
      label: `${t.names.next('label')} ${TEXTS[i % TEXTS.length]}`,
      description: `d ${TEXTS[(i + 1) % TEXTS.length]}`,
      tooltip: `t ${TEXTS[(i + 2) % TEXTS.length]}`,
    });
    // Letters of other scripts, symbols beyond the basic plane and markup come first: each create leaves a field behind.
    const { id, sent } = await accepted(t, texts(2));
    await expectSent(t, await read(t, KIND, id), sent, 'the read by id');
    for (let i = 3; i < TEXTS.length + 2; i++) {
      const changed = wholeField(sent, await read(t, KIND, id), texts(i));
      await t.ok('customFields.update', { ...at(KIND, id), body: changed });
      await expectSent(t, await read(t, KIND, id), changed, 'the read after an update');
    }
  }),

  check('the body may hold settings', 'customFields.settings-accepted', async (t) => {
    await accepted(t, { settings: {} });
  }),

  check('what is refused is not created either', 'customFields.refused-not-created', async (t) => {
    const bodies = await Promise.all(
      [{ name: fieldName(t, 15) }, { type: 'object' }, { targetTypes: [UNSUPPORTED[0]] }].map((wrong) =>
        body(t, wrong),
      ),
    );
    const answers = await Promise.all(bodies.map((sent) => tryMake(t, KIND, sent)));
    const { items } = await list(t, KIND);
    for (const [i, sent] of bodies.entries()) {
      const answer = answers[i] as Answer;
      if ('kindName' in answer || answer.ok) continue;
      const found = items.find(({ label, name }) => label === sent.label || name === sent.name);
      t.expect(!found, 'a field is there although its create was refused', {
        expected: `no field labelled ${sent.label}`,
        received: found,
        exchange: answer,
      });
    }
  }),

  check('orderId and operationalType are stored', 'customFields.further-stored', async (t) => {
    const known = (await list(t, KIND)).items.find(({ operationalType }) => typeof operationalType === 'string');
    const further = { orderId: 17, ...(known && { operationalType: known.operationalType }) };
    const { id, sent } = await accepted(t, further);
    const expectFurther = async (wanted: JsonRecord, where: string) => {
      const shown = await read(t, KIND, id);
      for (const [field, value] of Object.entries(wanted)) {
        if (shown[field] === undefined && !(await isShown(t, KIND, [field]))) continue;
        t.equal(shown[field], value, `${where} ${field} is not the one that was sent`);
      }
    };
    await expectFurther(further, 'after the create');
    await t.ok('customFields.update', {
      ...at(KIND, id),
      body: wholeField(sent, await read(t, KIND, id), { orderId: 0 }),
    });
    await expectFurther({ ...further, orderId: 0 }, 'after the update');
  }),
];

/** Right names of both bounds, and with both ends of the alphabet at their beginning; made once. */
const bounds = (t: Context) =>
  t.once('names of both bounds', () =>
    Promise.all([accepted(t, {}, () => `a${fieldName(t, 3)}`), accepted(t, {}, () => `z${fieldName(t, 13)}`)]),
  );

/** Judges that these fields are stored under the names that were sent. */
async function expectNames(t: Context, made: readonly Made[]): Promise<void> {
  for (const { id, sent } of made)
    await expectField(
      t,
      KIND,
      await read(t, KIND, id),
      'name',
      sent.name,
      'the stored name is not the one that was sent',
    );
}

const names: Check[] = [
  check('names of 4 and 14 symbols are accepted, of 3 and 15 refused', 'customFields.name-length', async (t) => {
    await expectNames(t, await bounds(t));
    for (const length of [3, 15, 1, 30]) {
      await expectRefused(t, await body(t, { name: fieldName(t, length) }), `its name has ${length} symbols`);
    }
    await expectRefused(t, await body(t, { name: '' }), 'its name is empty');
  }),

  check('names begin with a lowercase letter', 'customFields.name-first', async (t) => {
    await bounds(t);
    for (const first of ['A', 'Z', '0', '9', '_', '-', '$', '`', '{']) {
      await expectRefused(t, await body(t, { name: first + fieldName(t, 8) }), `its name begins with ${first}`);
    }
  }),

  check('names have letters, digits and underscores', 'customFields.name-symbols', async (t) => {
    const tails = ['AZaz_09', '__9_Z'];
    await expectNames(t, await Promise.all(tails.map((tail) => accepted(t, {}, () => fieldName(t, 7) + tail))));
    for (const wrong of ['-', ' ', '.', '$', '@', '/', '`', '[', '{', ':', '\u0000', '\n', '\u{1F600}']) {
      const [start, end] = [fieldName(t, 5), fieldName(t, 4)];
      await expectRefused(
        t,
        await body(t, { name: start + wrong + end }),
        `its name contains ${JSON.stringify(wrong)}`,
      );
      await expectRefused(t, await body(t, { name: start + wrong }), `its name ends with ${JSON.stringify(wrong)}`);
    }
  }),

  check('two fields of the same name', 'customFields.duplicate-name', async (t) => {
    const { sent } = await sample(t);
    const answer = await tryMake(t, KIND, await body(t, { name: sent.name }));
    return 'kindName' in answer ? 'allowed' : `answers ${answer.status}`;
  }),

  check('a body without name, type or target types', 'customFields.required-fields', async (t) => {
    const answers = await Promise.all(
      ['name', 'type', 'targetTypes', 'label'].map(async (field) => {
        const { [field]: _, ...rest } = await body(t);
        const answer = await tryMake(t, KIND, rest);
        return `${field}: ${'kindName' in answer ? 'allowed' : `answers ${answer.status}`}`;
      }),
    );
    return answers;
  }),
];

/** Which spellings of an array type the target accepts; creates a field for each that it does. */
function arraySpellings(t: Context, element: string) {
  return t.once(`array of ${element}`, async () => {
    const spellings = [`array:[${element}]`, `array:${element}`];
    const tried = await Promise.all(
      spellings.map(async (type) => ({ type, answer: await tryMake(t, KIND, await typed(t, type)) })),
    );
    return tried;
  });
}

/** A field of this type, with the widget that fields of the type have in the account, if there are any. */
async function typed(t: Context, type: string): Promise<JsonRecord> {
  const known = (await list(t, KIND)).items.find((item) => item.type === type)?.visualizationKind;
  const { visualizationKind: _, ...rest } = await body(t, { type });
  return type === 'string'
    ? { ...rest, visualizationKind: _ }
    : { ...rest, ...(known !== undefined && { visualizationKind: known }) };
}

const types: Check[] = [
  check('every type that is named is accepted', 'customFields.type-accepted', async (t) => {
    for (const type of TYPES.slice(1)) {
      const { id } = await accepted(t, await typed(t, type));
      await expectField(t, KIND, await read(t, KIND, id), 'type', type, 'the stored type is not the one that was sent');
    }
    for (const element of TYPES) {
      const tried = await arraySpellings(t, element);
      const made = tried.flatMap(({ type, answer }) => ('kindName' in answer ? [{ type, id: answer.id }] : []));
      t.expect(made.length > 0, `no array of ${element} is accepted, in either spelling`, {
        expected: 'one of the spellings is accepted',
        received: tried.map(({ type, answer }) => `${type}: ${'status' in answer ? answer.status : 'created'}`),
        ...(tried[0] && 'status' in tried[0].answer && { exchange: tried[0].answer }),
      });
      for (const { id } of made) {
        const { type } = await read(t, KIND, id);
        if (type === undefined) throw notShown(KIND, 'type');
        t.expect(
          [`array:[${element}]`, `array:${element}`].includes(String(type)),
          'the stored type is not the array that was sent',
          {
            expected: `an array of ${element}`,
            received: type,
            at: '/type',
          },
        );
      }
    }
  }),

  check('no other type is accepted', 'customFields.type-refused', async (t) => {
    for (const type of [
      'text',
      'integer',
      'object',
      'datetime',
      'array',
      'array:[text]',
      'array:object',
      'array:[array:[string]]',
      'strings',
      'mystring',
    ]) {
      await expectRefused(t, await body(t, { type }), `its type is ${type}`);
    }
    for (const type of ['String', 'NUMBER', 'Array:[string]'])
      await expectRefusedOr(t, { type }, ({ type: stored }) => stored === undefined || String(stored) !== type);
  }),

  check('how array types are spelled', 'customFields.array-spelling', async (t) =>
    (await arraySpellings(t, 'string')).map(
      ({ type, answer }) => `${type}: ${'kindName' in answer ? `stored as ${answer.record.type}` : 'refused'}`,
    ),
  ),
];

const targets: Check[] = [
  check('every supported target type is accepted, alone and with others', 'customFields.target-types', async (t) => {
    const supported = await supportedTypes(t);
    for (const targetTypes of [supported, supported.slice(-1)]) {
      const { id, sent } = await accepted(t, { targetTypes });
      await expectSent(t, await read(t, KIND, id), sent, 'the read by id');
    }
  }),

  check(
    'a target type that is not supported is refused, wherever it stands',
    'customFields.target-types-refused',
    async (t) => {
      const [first = ''] = await supportedTypes(t);
      const [unknown = '', other = ''] = UNSUPPORTED;
      for (const targetTypes of [
        [unknown],
        [unknown, first],
        [first, unknown],
        [first, unknown, first],
        [unknown, other],
      ]) {
        await expectRefused(t, await body(t, { targetTypes }), `${unknown} is no supported target type`);
      }
      const supported = await supportedTypes(t);
      const swapped = swappedCase(first);
      if (!supported.includes(swapped))
        await expectRefusedOr(
          t,
          { targetTypes: [swapped] },
          ({ targetTypes }) => !Array.isArray(targetTypes) || !targetTypes.includes(swapped),
        );
    },
  ),

  check('no update brings in a target type that is not supported', 'customFields.target-types-update', (t) =>
    updating(t, async ({ id, sent }) => {
      const before = await read(t, KIND, id);
      const [first = ''] = await supportedTypes(t);
      for (const targetTypes of [[UNSUPPORTED[0]], [first, UNSUPPORTED[0]], [UNSUPPORTED[0], first]]) {
        const answer = await t.send('customFields.update', {
          ...at(KIND, id),
          body: wholeField(sent, before, { targetTypes }),
        });
        const stored = (await read(t, KIND, id)).targetTypes;
        const right = !Array.isArray(stored) || !stored.includes(UNSUPPORTED[0]);
        t.expect(right, 'an update has given a field a target type that is not supported', {
          expected: before.targetTypes,
          received: stored,
          at: '/targetTypes',
          exchange: answer,
        });
      }
    }),
  ),

  check('fields apply to supported types', 'customFields.target-types-used', async (t) => {
    const supported = await supportedTypes(t);
    const { items, answer } = await list(t, KIND);
    for (const { _id, targetTypes } of items) {
      const unknown = Array.isArray(targetTypes) ? targetTypes.filter((type) => !supported.includes(String(type))) : [];
      t.expect(unknown.length === 0, `the field ${_id} has target types that supported-types does not name`, {
        expected: supported,
        received: unknown,
        exchange: answer,
      });
    }
  }),

  check('supported-types names each type once', 'customFields.supported-types-each-once', async (t) => {
    const answer = await t.ok('customFields.supportedTypes');
    const items = (answer.json as { items?: unknown[] } | undefined)?.items ?? [];
    t.expect(items.length > 0 && new Set(items).size === items.length, 'the supported types are not each named once', {
      expected: 'each type once, at least one',
      received: items,
      exchange: answer,
    });
  }),
];

const reading: Check[] = [
  check('reading by id gives the field with that id', 'customFields.get-record', async (t) => {
    const made = await several(t);
    const known = await ids(t, KIND);
    for (const id of new Set([...made.map(({ id }) => id), ...known.slice(0, 3), ...known.slice(-1)])) {
      const answer = await t.ok('customFields.get', at(KIND, id));
      const { _id: shown = id } = answer.json as JsonRecord;
      t.equal(shown, id, 'the field that is read is not the one that was asked for', answer);
    }
    for (const { id, sent } of made)
      await expectField(
        t,
        KIND,
        await read(t, KIND, id),
        'name',
        sent.name,
        'the field that is read has the name of another',
      );
  }),

  check('the list and the read by id show the same', 'customFields.views-agree', async (t) => {
    const { id: mine } = await sample(t);
    const { items, answer } = await list(t, KIND);
    const seen = items.map(({ _id }) => _id);
    t.expect(new Set(seen).size === seen.length, 'the list shows a field twice', {
      expected: 'each id once',
      received: seen,
      exchange: answer,
    });
    for (const item of items.filter(({ _id }, i) => i < 4 || _id === mine)) {
      const id = String(item._id);
      const inList = (await listed(t, KIND, id)) ?? item;
      const byId = await t.send('customFields.get', at(KIND, id));
      if (!byId.ok) continue;
      const again = await listed(t, KIND, id);
      // Only what stayed the same while it was looked at can be compared.
      if (JSON.stringify(again) !== JSON.stringify(inList)) continue;
      const [a, b] = shared(inList, byId.json as JsonRecord);
      t.equal(b, a, 'a field is shown differently by id than in the list', byId);
    }
  }),
];

const CHANGED_BY_SERVICE = ['lastModified', 'dateCreated'];

const without = (record: JsonRecord, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));

/** Judges that an update leaves `field` as it was, whatever it answers. */
function immutable(field: 'name' | 'type', others: (t: Context, now: string) => readonly string[]): Check {
  return check(`no update changes the ${field}`, `customFields.${field}-immutable`, (t) =>
    updating(t, async ({ id, sent: first }) => {
      const before = await read(t, KIND, id);
      if (before[field] === undefined) throw notShown(KIND, field);
      for (const value of others(t, String(before[field]))) {
        for (const sent of [
          wholeField(first, before, { [field]: value }),
          wholeField(first, before, { [field]: value, label: t.names.next('relabelled') }),
          { [field]: value },
        ]) {
          const answer = await t.send('customFields.update', { ...at(KIND, id), body: sent });
          const after = await read(t, KIND, id);
          t.expect(after[field] === before[field], `an update has changed the ${field} of a field`, {
            expected: before[field],
            received: after[field],
            at: `/${field}`,
            exchange: answer,
          });
          const told = answer.ok ? (answer.json as JsonRecord | undefined)?.[field] : undefined;
          t.expect(
            told === undefined || told === null || told === before[field],
            `an update answers with another ${field}`,
            {
              expected: before[field],
              received: told,
              at: `/${field}`,
              exchange: answer,
            },
          );
        }
      }
      const inList = await listed(t, KIND, id);
      if (inList?.[field] !== undefined)
        t.equal(inList[field], before[field], `the list shows a ${field} that an update brought`);
      // The control: an update that leaves name and type alone succeeds.
      const control = await t.send('customFields.update', {
        ...at(KIND, id),
        body: wholeField(first, await read(t, KIND, id), { label: t.names.next('relabelled') }),
      });
      if (!control.ok)
        throw new NotTested(
          `an update that keeps the ${field} is answered with ${control.status}`,
          'a target whose customFields.update succeeds',
        );
    }),
  );
}

const READ_ONLY = Object.entries(
  readJson<{ properties: Record<string, { readOnly?: boolean }> }>('resources/customField.json').properties,
)
  .filter(([, { readOnly }]) => readOnly)
  .map(([field]) => field);

/** Values for the fields that are the service's, other than those of `record`. */
function forged(record: JsonRecord): JsonRecord {
  const values: JsonRecord = {
    accountId: 'gc-forged-account',
    dateCreated: '2001-02-03T04:05:06.789Z',
    lastModified: '2001-02-03T04:05:06.789Z',
    isPrivate: record.isPrivate !== true,
    pluginVersionId: 'gc-forged-plugin',
  };
  return Object.fromEntries(READ_ONLY.map((field) => [field, values[field]]));
}

const updates: Check[] = [
  check('an update shows at once, in the answer, by id and in the list', 'customFields.update-stored', (t) =>
    updating(t, async ({ id, sent: first }) => {
      const supported = await supportedTypes(t);
      for (let i = 0; i < 2; i++) {
        const sent = wholeField(first, await read(t, KIND, id), {
          targetTypes: [supported[(i + 1) % supported.length]],
          label: t.names.next('relabelled'),
          description: t.names.next('described'),
          filterable: i === 0,
        });
        const answer = await t.ok('customFields.update', { ...at(KIND, id), body: sent });
        await expectSent(t, (answer.json ?? {}) as JsonRecord, sent, 'the answer', answer);
        const after = await read(t, KIND, id);
        await expectField(t, KIND, after, 'label', sent.label, 'the label is not stored', answer);
        await expectSent(t, after, sent, 'the read after the update', answer);
        const [told, stored] = shared((answer.json ?? {}) as JsonRecord, after);
        t.equal(
          without(told as JsonRecord, CHANGED_BY_SERVICE),
          without(stored as JsonRecord, CHANGED_BY_SERVICE),
          'the answer is not the field as it is stored',
          answer,
        );
        const inList = await listed(t, KIND, id);
        t.expect(inList !== undefined, 'an updated field is not in the list', { expected: id, received: 'not listed' });
        await expectSent(t, inList as JsonRecord, sent, 'the list');
      }
    }),
  ),

  check('an update changes nothing else', 'customFields.update-only', async (t) => {
    const [other] = (await several(t)) as [Made];
    await updating(t, async (changed) => {
      const [before, otherBefore] = await Promise.all([read(t, KIND, changed.id), read(t, KIND, other.id)]);
      const label = t.names.next('relabelled');
      await t.ok('customFields.update', { ...at(KIND, changed.id), body: wholeField(changed.sent, before, { label }) });
      const after = await read(t, KIND, changed.id);
      t.equal(
        without(after, ['lastModified']),
        without({ ...before, ...(before.label !== undefined && { label }) }, ['lastModified']),
        'an update has changed more than it was sent',
      );
      t.equal(await read(t, KIND, other.id), otherBefore, 'an update has changed another field');
      const { items, answer } = await list(t, KIND);
      const alike = items.filter((item) => item.label === label && item._id !== changed.id);
      t.expect(alike.length === 0, 'an update has relabelled another field', {
        expected: `no other field labelled ${label}`,
        received: alike[0],
        exchange: answer,
      });
    });
  }),

  check('a record as it was read can be sent back', 'customFields.update-as-read', (t) =>
    updating(t, async ({ id }) => {
      const before = await read(t, KIND, id);
      const answer = await t.send('customFields.update', { ...at(KIND, id), body: before });
      t.expect(answer.ok, 'a record as it was read is refused', {
        expected: 200,
        received: answer.status,
        exchange: answer,
      });
      t.equal(
        without(await read(t, KIND, id), ['lastModified']),
        without(before, ['lastModified']),
        'it is changed',
        answer,
      );
    }),
  ),

  check('an update of an unknown id creates nothing', 'customFields.update-unknown', async (t) => {
    const id = await unknownId(t, KIND);
    const sent = await body(t);
    const answer = await t.send('customFields.update', { ...at(KIND, id), body: sent });
    const [byId, { items }] = [await t.send('customFields.get', at(KIND, id)), await list(t, KIND)];
    t.expect(!byId.ok, 'an update of an unknown id has created a field', {
      expected: 'a refusal',
      received: byId.status,
      exchange: answer,
    });
    const found = items.find(({ name }) => name === sent.name);
    t.expect(!found, 'an update of an unknown id has created a field', {
      expected: 'no field with this name',
      received: found,
      exchange: answer,
    });
  }),

  immutable('name', (t, now) => [t.names.field(), fieldName(t, 4), now.slice(0, 1) + swappedCase(now.slice(1))]),
  immutable('type', () => ['number', 'date', 'array:[string]']),

  check('what an update with another name or type answers', 'customFields.immutable-answer', (t) =>
    updating(t, async ({ id, sent }) => {
      const before = await read(t, KIND, id);
      const answers = [];
      for (const change of [{ name: t.names.field() }, { type: 'number' }]) {
        const { status } = await t.send('customFields.update', {
          ...at(KIND, id),
          body: wholeField(sent, before, change),
        });
        answers.push(`${Object.keys(change)[0]}: answers ${status}`);
      }
      return answers;
    }),
  ),

  check('values for the service’s own fields are not taken', 'customFields.response-only', async (t) => {
    const plain = (await sample(t)).record;
    await updating(t, async ({ id, sent }) => {
      const before = await read(t, KIND, id);
      const forgery = forged(before);
      const answer = await t.send('customFields.update', {
        ...at(KIND, id),
        body: { ...wholeField(sent, before), ...forgery },
      });
      const updated = await read(t, KIND, id);
      const created = await tryMake(t, KIND, await body(t, forged(plain)));
      const records = [updated, ...('kindName' in created ? [await read(t, KIND, created.id)] : [])];
      for (const record of records) {
        for (const [field, value] of Object.entries(forgery)) {
          t.expect(
            record[field] !== value,
            `${field} is the service's own, and a value that was sent for it is taken`,
            {
              expected: before[field],
              received: record[field],
              at: `/${field}`,
              exchange: record === updated ? answer : (created as Made).answer,
            },
          );
        }
      }
    });
  }),

  check('the body of an update may hold the _id', 'customFields.id-in-body', (t) =>
    updating(t, async ({ id, sent }) => {
      const answer = await t.send('customFields.update', {
        ...at(KIND, id),
        body: { ...wholeField(sent, await read(t, KIND, id), { label: t.names.next('relabelled') }), _id: id },
      });
      t.expect(answer.ok, 'an update with the field’s own _id is refused', {
        expected: 200,
        received: answer.status,
        exchange: answer,
      });
      const { _id: shown = id } = await read(t, KIND, id);
      t.equal(shown, id, 'the field has another id after the update', answer);
    }),
  ),
];

export const customFields: Batch = {
  title: 'behaviour: Custom fields',
  checks: [...creating, ...names, ...types, ...targets, ...reading, ...updates],
};
