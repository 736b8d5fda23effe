/** The groups that the laws make. Section "Endpoints / KPI groups". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import type { Actor } from '../../support/http/client.ts';
import { bodies } from '../../support/records/bodies.ts';
import type { Fallback, Sending } from '../../support/records/sharedCreations.ts';
import { alike, lengthened, plain, special } from './texts.ts';

export async function kpiGroupSendings(t: Context): Promise<Sending[]> {
  const base = (await bodies.kpiGroup?.(t)) as JsonRecord;
  const second: Actor = t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? 'first' : 'second';
  const named = (name: string) => ({ ...base, name });
  const name = special(t, 'group');
  const [one, two] = alike(t, 'group', 2) as [string, string];
  // How long a name may be is open: in the end each may be one that is as short as names of the run are.
  const short = (): Fallback => ({ body: named(t.names.next('group')), without: 'value' });
  return [
    { body: named(plain(t, 'group')), as: 'first', fallbacks: [short()] },
    {
      body: named(lengthened(name, 600)),
      as: 'first',
      fallbacks: [{ body: named(name), without: 'text' }, { body: named(plain(t, 'group')), without: 'text' }, short()],
    },
    { body: named(one), as: 'first', fallbacks: [short()] },
    { body: named(two), as: second, fallbacks: [short()] },
    // Whether a name may have no letter is open.
    {
      body: named(t.names.digits()),
      as: 'first',
      fallbacks: [{ body: named(plain(t, 'group')), without: 'text' }, short()],
    },
  ];
}
