/** `badge.svg`: the verdict for a README. */
import { makeBadge } from 'badge-maker';
import type { RunRecord, VerdictName } from '../schemas/contract.ts';
import { oneLine } from './text.ts';

const COLORS: Readonly<Record<VerdictName, string>> = {
  conformant: 'brightgreen',
  'conformant-with-waivers': 'green',
  'non-conformant': 'red',
  incomplete: 'yellow',
  'harness-error': 'lightgrey',
};

/** An SVG badge with the verdict. */
export const badge = ({ verdict, target }: RunRecord): string =>
  `${makeBadge({ label: `goals API: ${oneLine(target.name, 40)}`, message: verdict.replaceAll('-', ' '), color: COLORS[verdict] })}\n`;
