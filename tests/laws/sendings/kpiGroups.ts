/** The groups that the laws make. Section "Endpoints / KPI groups". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import { anotherOrFirst } from '../../support/http/actors.ts';
import type { Actor } from '../../support/http/client.ts';
import { bodies } from '../../support/records/bodies.ts';
import type { Sending } from '../../support/records/sharedCreations.ts';
import { alike, lengthened, plain, special } from './texts.ts';

export async function kpiGroupSendings(t: Context): Promise<Sending[]> {
  const base = (await bodies.kpiGroup?.(t)) as JsonRecord;
  const second: Actor = anotherOrFirst(t);
  const named = (name: string) => ({ ...base, name });
  const name = special(t, 'group');
  const [one, two] = alike(t, 'group', 2) as [string, string];
  return [
    { body: named(plain(t, 'group')), as: 'first' },
    {
      body: named(lengthened(name, 600)),
      as: 'first',
      fallbacks: [
        { body: named(name), without: 'text' },
        { body: named(plain(t, 'group')), without: 'text' },
      ],
    },
    { body: named(one), as: 'first' },
    { body: named(two), as: second },
    // Whether a name may have no letter is open.
    {
      body: named(t.names.digits()),
      as: 'first',
      fallbacks: [{ body: named(plain(t, 'group')), without: 'text' }],
    },
  ];
}
