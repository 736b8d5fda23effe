/** What the words say of KPI groups and favourites. Sections "KPI group", "States and transitions", "Endpoints / KPI groups". */

import { type Batch, type Check, check } from '../../support/engine/check.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { at } from '../../support/http/at.ts';
import { tryMake } from '../../support/records/creating.ts';
import { make } from '../../support/records/subjects.ts';
import { changing } from './changing.ts';
import { creatingGroups } from './creating.ts';
import { favourites } from './favourites.ts';
import { refusedWrites } from './refusedWrites.ts';
import { removing } from './removing.ts';

const KIND = 'kpiGroup';

const sampleHeaders = check(
  'writes without a body take the headers of the samples',
  'kpiGroups.sample-headers',
  async (t) => {
    for (const operation of ['kpiGroups.setFavorite', 'kpiGroups.clearFavorite', 'kpiGroups.delete']) {
      const [one, other] = await Promise.all([make(t, KIND), make(t, KIND)]);
      // What is no favourite may be refused to be cleared.
      if (operation === 'kpiGroups.clearFavorite')
        for (const { id } of [one, other]) await t.send('kpiGroups.setFavorite', at(KIND, id));
      // The control: whether the write succeeds at all is judged by itself.
      const plain = await t.send(operation, at(KIND, one.id));
      if (!plain.ok)
        throw new NotTested(`${operation} answered ${plain.status}`, `a target whose ${operation} succeeds`);
      const answer = await t.send(operation, { ...at(KIND, other.id), asSample: true });
      t.succeeded(answer, 'a request without a body is refused for the content type that the samples send');
    }
  },
);

const free: Check[] = [
  check('two groups of the same name', 'kpiGroups.duplicate-name', async (t) => {
    const { sent } = await make(t, KIND);
    const answer = await tryMake(t, KIND, sent);
    return 'kindName' in answer ? 'allowed' : `answers ${answer.status}`;
  }),
  check('a group without a name', 'kpiGroups.no-name', async (t) => {
    const answers = await Promise.all([tryMake(t, KIND, {}), tryMake(t, KIND, { name: '' })]);
    return answers.map((answer) => ('kindName' in answer ? 'allowed' : `answers ${answer.status}`));
  }),
  check('bodies of answers that have none by the specification', 'kpiGroups.silent-answers', async (t) => {
    const { id } = await make(t, KIND);
    const answers = [
      await t.send('kpiGroups.update', { ...at(KIND, id), body: { name: t.names.next('renamed') } }),
      await t.send('kpiGroups.setFavorite', at(KIND, id)),
      await t.send('kpiGroups.clearFavorite', at(KIND, id)),
      await t.send('kpiGroups.delete', at(KIND, id)),
    ];
    return answers.map(
      ({ operation, json, responseBody }) =>
        `${operation}: ${json === undefined ? responseBody.slice(0, 40) || 'empty' : 'JSON'}`,
    );
  }),
];

export const kpiGroups: Batch = {
  title: 'behaviour: KPI groups',
  checks: [...creatingGroups, ...changing, ...favourites, ...refusedWrites, ...removing, sampleHeaders, ...free],
};
