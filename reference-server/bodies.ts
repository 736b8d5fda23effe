/** Checks request bodies against the contract's schemas. */
type Validators = typeof import('../schemas/validators.ts');

let validators: Validators | undefined;

/** Loads ajv, which takes a third of a start: the first body that has a schema pays for it. */
export async function loadValidators(): Promise<void> {
  validators ??= await import('../schemas/validators.ts');
}

/** The first way in which a body breaks its schema, in words; undefined when it keeps it. `loadValidators` comes first. */
export function schemaProblem(schema: string, body: unknown): string | undefined {
  const wrong = validators?.problem(schema, body);
  return wrong && `${wrong.at || 'the body'} ${wrong.expected}`;
}
