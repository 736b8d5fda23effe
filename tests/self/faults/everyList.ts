/** For each list operation and each parameter that it lists: the parameter is passed over, or refused. */
import type { Answer } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import { operations, requirements } from '../../../schemas/contract.ts';
import type { Fault } from './fault.ts';

const PARAMETERS = ['filter', 'sort', 'fields', 'skip', 'limit', 'take', 'formatting'];

/** What is said of paging is said of these together. */
const PAGING = ['skip', 'limit', 'take'];

/** Requirements of lists that say of the operation what the parameter does. */
function judged(id: string, name: string): string[] {
  const words = PAGING.includes(name)
    ? [name, 'page', 'pages', 'total-page']
    : name === 'filter'
      ? [name, 'total-filter']
      : [name];
  const about = new RegExp(`^lists\\.(${words.join('|')})(-|$)`);
  return requirements
    .filter(
      ({ id: one, level, untestable, operations: on }) =>
        about.test(one) && level !== 'open' && !untestable && on.includes(id),
    )
    .map((requirement) => requirement.id);
}

/** Does something else where a request carries the parameter. */
const where = (id: string, name: string, act: (query: URLSearchParams) => Answer | undefined): Seams => ({
  around(call, next) {
    if (call.operation.id !== id || !call.query.has(name)) return next(call);
    const query = new URLSearchParams(call.query);
    return act(query) ?? next({ ...call, query });
  },
});

const kebab = (text: string) => text.replaceAll('.', '-').replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

export const everyList: readonly Fault[] = operations.flatMap(({ id, parameters }) =>
  parameters
    .filter((parameter) => parameter.in === 'query' && PARAMETERS.includes(parameter.name))
    .flatMap(({ name }): Fault[] => [
      {
        name: `list-refuses-${name}-${kebab(id)}`,
        title: `${id} refuses ${name}`,
        breaks: ['general.success-status'],
        on: [id],
        seams: where(id, name, () => ({ status: 400 })),
      },
      ...(judged(id, name).length === 0
        ? []
        : [
            {
              name: `list-ignores-${name}-${kebab(id)}`,
              title: `${id} passes over ${name}`,
              breaks: judged(id, name),
              on: [id],
              seams: where(id, name, (query) => void query.delete(name)),
            },
          ]),
    ]),
);
