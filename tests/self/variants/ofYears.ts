/** Accounts of some years, and services whose parts run behind each other: what they show need not be of one moment. */
import { mainAccount, refused, type Variant } from './variant.ts';

export const variantsOfYears: readonly Variant[] = [
  {
    // "GET /v1/metrics/owner/{ownerId}": that an id in a record leads to a record is not said.
    name: 'owners-who-left',
    on: ['metrics'],
    title: 'Some key results name an owner who was deleted or has left; the read by owner knows neither.',
    parts: {
      world: (world) => {
        for (const [n, metric] of [...mainAccount(world).metrics.values()].entries())
          if (n % 4 === 0) metric.ownerIds = ['deadbeefdeadbeefdeadbeef'];
      },
      fixtures: ({ ids }) => {
        delete ids.metricOwner;
      },
      around: (call, next) => {
        const owner = call.account?.users.get(String(call.params.ownerId));
        return call.operation.id === 'metrics.byOwner' && owner?.isActive === false
          ? refused('ownerId: nobody who is here', 404)
          : next(call);
      },
    },
  },
];
