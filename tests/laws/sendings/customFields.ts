/** The few fields that the laws make: they cannot be deleted. Section "Endpoints / Custom fields". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import type { Actor } from '../../support/http/client.ts';
import { bodies, textWidgets } from '../../support/records/bodies.ts';
import type { Sending } from '../../support/records/sharedCreations.ts';
import { WITHOUT_HTML } from '../../support/values/texts.ts';
import { CONSTANT, lengthened, NUMERAL, plain, special } from './texts.ts';

export async function customFieldSendings(t: Context): Promise<Sending[]> {
  const other: Actor = t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? 'first' : 'second';
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
    description: special(t, 'description', WITHOUT_HTML),
    tooltip: special(t, 'tooltip'),
  };
  // The structure of settings is not shown: what is taken of these is open, but they are those of one field.
  const settings = (what: string) => ({ settings: { [`gc${what}`]: plain(t, 'setting') } });
  const first = { ...whole, ...settings('First') };
  const named = () => ({ name: t.names.field() });
  // Each shown with another widget, where the account has several for texts; those of the convention go with the same prefix.
  const [prefix] = (await textWidgets(t)).map((known) => known.replace(/\.[^.]*$/, ''));
  const widgets = prefix === undefined ? [] : ['address', 'textarea'].map((name) => `${prefix}.${name}`);
  const shownBy = (n: number, body: JsonRecord) =>
    widgets[n] === undefined ? body : { ...body, visualizationKind: widgets[n] };
  const long = { ...texts, description: lengthened(texts.description, 5000) };
  const second = { ...long, ...settings('Second') };
  return [
    { body: first, as: 'first', fallbacks: [{ body: whole, without: 'value' }] },
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
      fallbacks: [{ body: { ...whole, ...named() }, without: 'value' }],
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
