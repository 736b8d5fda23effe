/** The few fields that the laws make: they cannot be deleted. Section "Endpoints / Custom fields". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import { anotherOrFirst } from '../../support/http/actors.ts';
import type { Actor } from '../../support/http/client.ts';
import { bodies, textWidgets } from '../../support/records/bodies.ts';
import type { Sending } from '../../support/records/sharedCreations.ts';
import { LINES, WITHOUT_HTML } from '../../support/values/texts.ts';
import { CONSTANT, lengthened, NUMERAL, plain, special, ZERO } from './texts.ts';

const FOR_ANY_TEXT = /\.text(box|area)$/;

/**
 * Other widgets to show a text with: those that fields of the account have, the ones for any text last, since fields of
 * other types are shown with them, too; then those of the convention, with the same prefix.
 */
async function otherWidgets(t: Context, { type, visualizationKind }: JsonRecord): Promise<readonly string[]> {
  const known = await textWidgets(t);
  const [prefix] = known.map((widget) => widget.replace(/\.[^.]*$/, ''));
  if (prefix === undefined || type !== 'string') return [];
  const particular = t.names.turned(known.filter((widget) => !FOR_ANY_TEXT.test(widget)));
  const convention = ['address', 'textarea'].map((name) => `${prefix}.${name}`);
  const all = new Set([...particular, ...known, ...convention]);
  return [...all].filter((widget) => widget !== visualizationKind);
}

export async function customFieldSendings(t: Context): Promise<Sending[]> {
  const other: Actor = anotherOrFirst(t);
  const base = async (fields: JsonRecord) => ({
    ...(await bodies.customField?.(t)),
    name: t.names.field(),
    ...fields,
  });
  const whole = await base({
    label: plain(t, 'label'),
    description: plain(t, 'description'),
    tooltip: plain(t, 'tooltip'),
    filterable: true,
  });
  const numeral = await base({ label: t.names.digits(), description: NUMERAL, tooltip: CONSTANT });
  const ordinary = await base({ description: 'What it is for', tooltip: 'Plain', filterable: false });
  const texts = {
    ...ordinary,
    label: special(t, 'label'),
    description: `${special(t, 'description', WITHOUT_HTML)}\n\n${LINES}`,
    tooltip: special(t, 'tooltip'),
  };
  // The structure of settings is not shown: what is taken of these is open, but they are those of one field.
  const settings = (what: string) => ({ settings: { [`gc${what}`]: plain(t, 'setting') } });
  // Whether a text may be as short as that is open, too.
  const first = { ...whole, ...settings('First'), tooltip: ZERO };
  const named = () => ({ name: t.names.field() });
  const widgets = await otherWidgets(t, whole);
  const shownBy = (n: number, body: JsonRecord) =>
    widgets[n] === undefined ? body : { ...body, visualizationKind: widgets[n] };
  const long = { ...texts, description: lengthened(texts.description, 5000) };
  const second = { ...long, ...settings('Second') };
  return [
    {
      body: first,
      as: 'first',
      fallbacks: [
        { body: { ...whole, tooltip: ZERO }, without: 'value' },
        { body: whole, without: 'value' },
      ],
    },
    {
      body: shownBy(0, second),
      as: 'first',
      fallbacks: [
        { body: second, without: 'value' },
        { body: long, without: 'value' },
        { body: texts, without: 'text' },
        { body: ordinary, without: 'text' },
      ],
    },
    // The name alone tells it from the first.
    {
      body: { ...first, ...named() },
      as: 'first',
      fallbacks: [
        { body: { ...whole, tooltip: ZERO, ...named() }, without: 'value' },
        { body: { ...whole, ...named() }, without: 'value' },
      ],
    },
    // Whether a label may have no letter is open.
    {
      body: shownBy(1, numeral),
      as: other,
      fallbacks: [
        { body: numeral, without: 'value' },
        { body: await base({ label: plain(t, 'label') }), without: 'text' },
      ],
    },
  ];
}
