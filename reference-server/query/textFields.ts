/** Which fields hold texts of people. Section "Resources / Conventions": descriptions and text-area custom fields. */
import type { Account } from '../store/account.ts';

const TEXTS = ['description', 'goalDescription', 'comment', 'text', 'note'];

/** Names of the fields that formatting concerns; those of text areas hold for every type they target. */
export function textFields({ customFields }: Pick<Account, 'customFields'>): Set<string> {
  const areas = [...customFields.values()].filter(({ visualizationKind }) => visualizationKind?.endsWith('.textarea'));
  return new Set([...TEXTS, ...areas.map(({ name }) => name)]);
}
