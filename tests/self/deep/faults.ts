/** Mistakes that only long histories show: something that counts, or that keeps no more than so many of a thing. */
import type { Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { CustomField, KpiGroup } from '../../../reference-server/store/account.ts';
import { type Fault, faultOf } from '../faults/fault.ts';
import { also, instead } from '../faults/vocabulary.ts';

const fault = faultOf('');

const groupAt = ({ account, params }: Call): KpiGroup | undefined => account.kpiGroups.get(String(params.groupId));

const fieldAt = ({ account, params }: Call): CustomField | undefined => account.customFields.get(String(params.id));

/** Does something with every call of an operation from the nth of each record on. */
function fromNth(operation: string, parameter: string, nth: number, effect: (call: Call) => void): () => Seams {
  return () => {
    const counts = new Map<string, number>();
    return also(operation, (call) => {
      const id = String(call.params[parameter]);
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      if (count >= nth) effect(call);
    });
  };
}

export const longFaults: readonly Fault[] = [
  fault(
    'long-marks-of-others-pushed-out',
    'A group keeps so many marks: the ninth one of a group takes those of other users away.',
    'kpiGroups.favorite-model',
    fromNth('kpiGroups.setFavorite', 'groupId', 9, (call) => {
      const { favoriteOf } = groupAt(call) ?? {};
      for (const id of favoriteOf ?? []) if (id !== call.user.id) favoriteOf?.delete(id);
    }),
  ),
  fault(
    'long-rename-forgets-mark',
    'The sixteenth rename of a group takes its marks away.',
    'kpiGroups.favorite-model',
    fromNth('kpiGroups.update', 'groupId', 16, (call) => groupAt(call)?.favoriteOf.clear()),
  ),
  fault(
    'long-rename-is-lost',
    'From the sixteenth rename on, a group keeps the name that it has.',
    'kpiGroups.favorite-model',
    () => {
      const counts = new Map<string, number>();
      return instead('kpiGroups.update', (call, next) => {
        const group = groupAt(call);
        const { name } = { ...group };
        const answer = next(call);
        if (!group || answer.status >= 300) return answer;
        counts.set(group.id, (counts.get(group.id) ?? 0) + 1);
        if ((counts.get(group.id) as number) >= 16) group.name = name as string;
        return answer;
      });
    },
  ),
  fault(
    'long-fields-mixed-up',
    'After 60 updates of one field, an update of its label shows in its tooltip.',
    'customFields.immutable-model',
    fromNth('customFields.update', 'id', 60, (call) => {
      const field = fieldAt(call);
      const { label } = call.body as { label?: string };
      if (field && label !== undefined) field.tooltip = label;
    }),
  ),
  fault(
    'long-filterable-overflows',
    'After 70 updates a field is filterable, whatever an update says.',
    'customFields.immutable-model',
    fromNth('customFields.update', 'id', 70, (call) => {
      const field = fieldAt(call);
      if (field) field.filterable = true;
    }),
  ),
];
