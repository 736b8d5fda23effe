/** Odd mistakes with requests in general, custom fields and KPI groups. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import { sendJson } from '../../../reference-server/response.ts';
import type { CustomField } from '../../../reference-server/store/account.ts';
import type { Fault } from './fault.ts';
import { bodyOf, odd, patched } from './odd.ts';
import { also, asIf, each, instead, rule, type Shown, stored } from './vocabulary.ts';

const tokenIn = (header: string | undefined) => /^Bearer (\S+)$/i.exec(header ?? '')?.[1];

const general: readonly Fault[] = [
  // GET /v1/kpis/groups/{id} with "Bearer <token>x": 401, the credentials are invalid (Authentication).
  // Wrong: 200, a token that begins with a known one is taken for it.
  odd(
    'token-longer',
    'A KPI group is shown for a token with something behind it.',
    'general.credentials-invalid',
    rule('kpiGroups.get', () => ({
      authenticate(world, header) {
        const given = tokenIn(header) ?? '';
        return [...world.tokens].find(([token]) => given.startsWith(token))?.[1];
      },
    })),
    'kpiGroups.get',
  ),
  // GET /v1/kpis/{id} with the token in capitals: 401, that is another token (Authentication).
  // Wrong: 200, tokens are looked up in a column that knows no case.
  odd(
    'token-any-case',
    'A KPI is shown for the token in capitals.',
    'general.credentials-invalid',
    rule('kpis.get', () => ({
      authenticate(world, header) {
        const given = tokenIn(header)?.toLowerCase();
        return [...world.tokens].find(([token]) => token.toLowerCase() === given)?.[1];
      },
    })),
    'kpis.get',
  ),
  // GET /v1/roles/{id} with the first half of the account id as service-accountId: refused, that is no account of the
  // caller (Endpoints, Conventions). Wrong: 200, the header is compared by its beginning.
  odd(
    'account-header-part',
    'A role is shown for the beginning of the account id.',
    ['general.foreign-account', 'general.account-header'],
    rule('roles.get', ({ account }) => ({
      account: (world, user, header) =>
        account(world, user, header && user.accountId.startsWith(header) ? user.accountId : header),
    })),
    'roles.get',
  ),
  // GET /v1/badges with an empty service-accountId: refused, the header is required (Endpoints, Conventions).
  // Wrong: 200, an empty header counts as given and means one's own account.
  odd(
    'account-header-empty',
    'Badges are listed for an empty account header.',
    'general.account-header',
    rule('badges.list', ({ account }) => ({
      account: (world, user, header) => account(world, user, header || undefined),
    })),
    'badges.list',
  ),
  // GET /v1/badges/assign/{id}0: 404, there is no badge with that id (Endpoints, Badges).
  // Wrong: 200 with the holders of badge {id}, whose id is cut to its fixed length.
  odd(
    'badge-id-cut',
    'What stands behind the id of a badge does not matter.',
    ['general.unknown-id'],
    asIf('badges.assignees', ({ account, params }) => ({
      params: { id: [...account.badges.keys()].find((id) => params.id?.startsWith(id)) ?? params.id ?? '' },
    })),
    'badges.assignees',
  ),
  // GET /v1/tasks/{a}, then /v1/tasks/{b}, where the ids end alike: task b (Endpoints, Tasks).
  // Wrong: task a, out of a cache with sixteen places that nobody checks the id of.
  odd(
    'task-cache-place',
    'Of tasks whose ids end with the same digit, the first that was read is shown.',
    ['tasks.get-record', 'tasks.views-agree'],
    () => {
      const places = new Map<string, Answer>();
      return instead('tasks.get', (call, next) => {
        const key = [call.params.taskId?.at(-1), call.user.id, call.query].join();
        const answer = next(call);
        if (answer.status !== 200) return answer;
        const found = places.get(key) ?? answer;
        places.set(key, found);
        return found;
      });
    },
  ),
  // GET /v1/employees/{a} and /v1/employees/{b} at the same time: a and b, each for who asked (Endpoints, Employees).
  // Wrong: both get the same employee, who stands in a variable of the whole server.
  odd(
    'employee-race',
    'Of two employees who are asked for at once, the later one is shown to both.',
    [
      'general.repeatable',
      'employees.get-record',
      'employees.user-agree',
      'employees.user-more-agree',
      'employees.users-are-employees',
      'employees.views-agree',
    ],
    () => {
      let latest: Answer;
      return {
        send(response, answer, { url = '' }) {
          if (answer.status !== 200 || !url.startsWith('/v1/employees/')) {
            sendJson(response, answer);
            return;
          }
          latest = answer;
          setTimeout(() => sendJson(response, latest), 3);
        },
      };
    },
    'employees.get',
  ),
  // POST /v1/tasks {"name": "Größe"}: 201 and a task as JSON (Endpoints, Tasks).
  // Wrong: the answer lacks its last byte, as its length was counted in characters.
  odd(
    'length-in-characters',
    'The answer to the create of a task is as long as it has characters, not bytes.',
    ['general.json', 'tasks.text-kept', 'tasks.create-answer', 'tasks.create-each'],
    {
      send(response, answer, { method, url = '' }) {
        if (method !== 'POST' || answer.status !== 201 || !url.startsWith('/v1/tasks')) {
          sendJson(response, answer);
          return;
        }
        const text = JSON.stringify(answer.body);
        const bytes = Buffer.from(text).subarray(0, text.length);
        response.writeHead(201, { 'content-type': 'application/json; charset=utf-8', 'content-length': text.length });
        response.end(bytes);
      },
    },
    'tasks.create',
  ),
];

const CREATE = 'customFields.create';
const UPDATE = 'customFields.update';

/** Checks another body than the one that is stored. */
const checkedAs = (change: (body: Shown) => Shown) =>
  rule(CREATE, ({ bodyProblem }) => ({
    bodyProblem: (operation, body) => bodyProblem(operation, change({ ...(body as Shown) })),
  }));

/** An update that changes the name or type after all. */
const changes = (when: (sent: Shown, before: CustomField) => boolean) =>
  instead(UPDATE, (call, next) => {
    const field = call.account.customFields.get(call.params.id ?? '');
    const before = field && { ...field };
    const answer = next(call);
    const sent = bodyOf(call);
    if (!field || !before || answer.status !== 200 || !when(sent, before)) return answer;
    const change = { name: String(sent.name ?? before.name), type: String(sent.type ?? before.type) };
    Object.assign(field, change);
    return patched(answer, change);
  });

const customFields: readonly Fault[] = [
  // POST /v1/customFields {"name": "riskScore\n", …}: 400, kept letters, digits and _ (Limits).
  // Wrong: 201, the $ of the pattern also stands before a line break at the end.
  odd(
    'custom-field-name-line',
    'A name may end with a line break.',
    'customFields.name-symbols',
    checkedAs((body) => ({ ...body, name: String(body.name).replace(/\n$/, '') })),
  ),
  // POST /v1/customFields {"type": "array:[array:[string]]", …}: 400, arrays are of the four types (Resources).
  // Wrong: 201, the pattern of the type calls itself.
  odd(
    'custom-field-array-of-arrays',
    'A type may be an array of arrays.',
    'customFields.type-refused',
    checkedAs((body) => ({ ...body, type: String(body.type).replace(/^array:\[(array:.*)\]$/, '$1') })),
  ),
  // PUT /v1/customFields/{id} with another name and another type: neither changes (States, Immutability rule).
  // Wrong: both change; the update refuses "name or type, but not both".
  odd(
    'custom-field-both-change',
    'Name and type change when both are sent.',
    ['customFields.name-immutable', 'customFields.type-immutable'],
    changes(
      ({ name, type }, before) =>
        name !== undefined && type !== undefined && name !== before.name && type !== before.type,
    ),
  ),
  // PUT /v1/customFields/{id} twice, with another name the second time: it never changes (States, Immutability rule).
  // Wrong: it changes, as kept a field that was never updated counts as just created.
  odd(
    'custom-field-second-update',
    'The name changes with the second update.',
    ['customFields.name-immutable', 'customFields.immutable-model'],
    () => {
      const updated = new Set<string>();
      return changes(({ name }, { _id }) => {
        const again = updated.has(_id);
        updated.add(_id);
        return again && name !== undefined;
      });
    },
  ),
  // POST /v1/customFields {"targetTypes": ["task", "nothing"], …}: 400, both come from supported-types (Endpoints).
  // Wrong: 201, kept the first one is looked up.
  odd(
    'custom-field-first-target',
    'Only the first target type is checked.',
    'customFields.target-types-refused',
    rule(CREATE, ({ targetTypesSupported }) => ({
      targetTypesSupported: (wanted, supported) => targetTypesSupported(wanted.slice(0, 1), supported),
    })),
  ),
  // POST /v1/customFields {"orderId": 0, …}: 201 with orderId 0 (Resources, Custom field).
  // Wrong: orderId 1, out of `orderId || 1`.
  odd(
    'custom-field-order-zero',
    'The orderId 0 is kept as 1.',
    'customFields.further-stored',
    stored(CREATE, (sent) => ({ ...sent, ...(sent.orderId === 0 && { orderId: 1 }) })),
  ),
  // PUT /v1/customFields/{id} {"filterable": false} on a filterable field: filterable false (Endpoints, Custom fields).
  // Wrong: it stays true, as the update takes over what is truthy.
  odd(
    'custom-field-stays-filterable',
    'An update cannot make a field unfilterable.',
    'customFields.update-stored',
    asIf(UPDATE, (call) => {
      const { filterable, ...sent } = bodyOf(call);
      return { body: filterable === false ? sent : call.body };
    }),
  ),
  // PUT /v1/customFields/{a} {"_id": b, "label": …}: field a changes (Endpoints, Custom fields).
  // Wrong: field b changes.
  odd(
    'custom-field-body-id',
    'An update changes the field whose id is in the body.',
    [
      'customFields.id-in-body',
      'customFields.update-stored',
      'customFields.target-types-update',
      'customFields.type-immutable',
    ],
    asIf(UPDATE, (call) => {
      const { _id } = bodyOf(call);
      return call.account.customFields.has(String(_id)) ? { params: { id: String(_id) } } : {};
    }),
  ),
  // POST /v1/customFields {"tooltip": "null", …}: 201 with that tooltip (Resources, Custom field: a string).
  // Wrong: without one; the text is taken for the value.
  odd(
    'custom-field-null-text',
    'The tooltip "null" is no tooltip.',
    [
      'customFields.text-kept',
      'customFields.create-answer',
      'customFields.create-listed',
      'customFields.create-stored',
    ],
    stored(CREATE, ({ tooltip, ...sent }) => ({
      ...sent,
      ...(tooltip !== undefined && tooltip !== 'null' && { tooltip }),
    })),
  ),
  // PUT /v1/customFields/{id} {"description": "new"}: the tooltip stays (Endpoints, Custom fields).
  // Wrong: the tooltip is "new", too.
  odd(
    'custom-field-tooltip-copied',
    'An update of the description alone writes the tooltip, too.',
    'customFields.update-only',
    stored(UPDATE, (sent) => ({ ...(sent.description !== undefined && { tooltip: sent.description }), ...sent })),
  ),
];

const group = ({ account, params }: Call) => account.kpiGroups.get(params.groupId ?? '');
const LIST = 'kpiGroups.list';

/** The name of a new group, as it is stored. */
const named = (change: (name: string) => string) =>
  stored('kpiGroups.create', (sent) => ({
    ...sent,
    ...(typeof sent.name === 'string' && { name: change(sent.name) }),
  }));

const kpiGroups: readonly Fault[] = [
  // PUT …/favorite by two users, PATCH …/{groupId} by one, GET by the other: favorite true (Resources: per current user).
  // Wrong: false, the group is written anew with the favourite of its editor alone.
  odd(
    'kpi-group-rename-favorites',
    "A rename makes a group no favourite of others'.",
    ['kpiGroups.favorite-per-user', 'kpiGroups.update-only', 'kpiGroups.favorite-model'],
    also('kpiGroups.update', (call) => {
      const changed = group(call);
      if (changed) changed.favoriteOf = new Set([...changed.favoriteOf].filter((id) => id === call.user.id));
    }),
  ),
  // PUT …/favorite twice, then GET: favorite true (States: PUT gives true).
  // Wrong: false, the second PUT toggles.
  odd(
    'kpi-group-favorite-toggles',
    'PUT on a favourite takes it away.',
    ['kpiGroups.favorite-set', 'kpiGroups.favorite-model'],
    instead('kpiGroups.setFavorite', (call, next) => {
      const had = group(call)?.favoriteOf.has(call.user.id);
      const answer = next(call);
      if (had) group(call)?.favoriteOf.delete(call.user.id);
      return answer;
    }),
  ),
  // DELETE /v1/kpis/groups/{groupId}, then GET /v1/kpis/groups: totalCount is one less (Endpoints, KPI groups).
  // Wrong: it stays; the deleted are kept marked, and still counted.
  odd(
    'kpi-group-deleted-counted',
    'Deleted groups are still counted in totalCount.',
    ['general.counts'],
    () => {
      const deleted = new Map<string, number>();
      return instead([LIST, 'kpiGroups.delete'], (call, next) => {
        const { id } = call.account;
        const answer = next(call);
        if (answer.status !== 200) return answer;
        if (call.operation.id === LIST)
          return patched(answer, { totalCount: Number(bodyOf(answer).totalCount) + (deleted.get(id) ?? 0) });
        deleted.set(id, (deleted.get(id) ?? 0) + 1);
        return answer;
      });
    },
    LIST,
  ),
  // DELETE /v1/kpis/{kpiId}/groups/{groupId} where another group of the KPI has the same name: it stays in that one
  // (States: no longer in the group). Wrong: it leaves both.
  odd(
    'kpi-leaves-namesakes',
    'A KPI that leaves a group leaves every group of that name.',
    'kpiGroups.remove-kpi-only',
    also('kpiGroups.removeKpi', (call) => {
      const { account, params } = call;
      const left = group(call)?.name;
      const kpi = account.kpis.get(params.kpiId ?? '');
      if (kpi) kpi.groups = kpi.groups.filter((id) => account.kpiGroups.get(id)?.name !== left);
    }),
  ),
  // GET /v1/kpis/groups/{groupId} of a favourite of its author, by another user: favorite false (Resources: per user).
  // Wrong: true, what the author thinks of it is shown.
  odd(
    'kpi-group-favorite-of-author',
    'The read by id shows whether a group is a favourite of its author.',
    ['kpiGroups.favorite-per-user', 'kpiGroups.views-agree'],
    each('kpiGroups.get', (record, _, call) => {
      record.favorite = group(call)?.favoriteOf.has(String(record.createdById));
    }),
  ),
  // PATCH /v1/kpis/groups/{groupId}, then GET: dateCreated is as it was (Resources, KPI group).
  // Wrong: it is the time of the change.
  odd(
    'kpi-group-created-anew',
    'A rename moves dateCreated.',
    'kpiGroups.update-only',
    also('kpiGroups.update', (call) => {
      const changed = group(call);
      if (changed) changed.dateCreated = changed.dateUpdated;
    }),
  ),
  // POST /v1/kpis/groups {"name": "a  b"}: 201 with that name (Endpoints, KPI groups).
  // Wrong: the name is "a b".
  odd(
    'kpi-group-double-space',
    'Two spaces in a name become one.',
    'kpiGroups.name-kept',
    named((name) => name.replaceAll(/ {2,}/g, ' ')),
  ),
  // POST /v1/kpis/groups {"name": "Run 👍 fast"}: 201 with that name (Endpoints, KPI groups).
  // Wrong: "Run ", the column knows characters of three bytes at most.
  odd(
    'kpi-group-no-emoji',
    'A name ends before the first character of four bytes.',
    'kpiGroups.name-kept',
    named((name) => name.replace(/(?<=.)[\u{10000}-\u{10ffff}].*$/su, '')),
  ),
  // POST /v1/kpis/groups {"name": "100%25"}: 201 with that name (Endpoints, KPI groups).
  // Wrong: "100%", bodies are decoded as if they were forms.
  odd(
    'kpi-group-percent',
    'A percent sign with two digits in a name is decoded.',
    'kpiGroups.name-kept',
    named((name) => {
      try {
        return decodeURIComponent(name);
      } catch {
        return name;
      }
    }),
  ),
  // POST /v1/kpis/groups twice within a second: two groups (Endpoints: 201, a create).
  // Wrong: one, the second takes the place of the first, as ids are made out of the time.
  odd(
    'kpi-group-id-of-second',
    'Of two groups of the same second, the later one replaces the other.',
    ['kpiGroups.create-each', 'general.create-new'],
    () => {
      let last: { id: string; account: string; at: number } | undefined;
      return instead('kpiGroups.create', (call, next) => {
        const { account } = call;
        const answer = next(call);
        const made = account.kpiGroups.get(String(bodyOf(answer).id));
        if (answer.status !== 201 || !made) return answer;
        const at = Date.now();
        if (last?.account !== account.id || at - last.at >= 1000) {
          last = { id: made.id, account: account.id, at };
          return answer;
        }
        account.kpiGroups.delete(made.id);
        made.id = last.id;
        account.kpiGroups.set(made.id, made);
        return patched(answer, { id: made.id });
      });
    },
  ),
];

export const oddRequestFaults: readonly Fault[] = [...general, ...customFields, ...kpiGroups];
