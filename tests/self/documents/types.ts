/** TypeScript types of the contract's resources, requests and responses, derived from their schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { jsonFiles, projectRoot } from '../../../schemas/contract.ts';

const FOLDERS = ['resources', 'requests', 'responses'] as const;

const typeName = (path: string) => {
  const [folder, file = ''] = path.split('/');
  const name = file.replace('.json', '').replace(/^./, (c) => c.toUpperCase());
  return folder === 'requests' ? `${name}Request` : name;
};

/** Keywords without which a schema takes any value. */
const SAYS_TYPE = ['type', '$ref', 'anyOf', 'allOf', 'enum', 'const', 'properties', '$defs'];

/** The properties that are open are unknown: the compiler takes them for objects. */
function withUnknowns(_key: string, value: unknown): unknown {
  const { properties } = (value ?? {}) as { properties?: Record<string, object> };
  if (typeof properties !== 'object' || properties === null) return value;
  const entries = Object.entries(properties).map(([name, schema]) =>
    SAYS_TYPE.some((keyword) => keyword in schema) ? [name, schema] : [name, { ...schema, tsType: 'unknown' }],
  );
  return { ...(value as object), properties: Object.fromEntries(entries) };
}

const read = ({ url }: { url: string }): string => {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url;
  return JSON.stringify(JSON.parse(readFileSync(path, 'utf8'), withUnknowns));
};

/** The text of `schemas/types.ts`. */
export async function types(): Promise<string> {
  const paths = FOLDERS.flatMap(jsonFiles).filter((path) => path !== 'resources/embedded.json');
  // One root that refers to every schema, so that shared ones are declared once.
  const root = {
    title: 'Contract',
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(paths.map((path) => [typeName(path), { $ref: path }])),
  };
  const text = await compile(root as never, 'Contract', {
    cwd: join(projectRoot, 'schemas/'),
    $refOptions: { resolve: { file: { read } } },
    bannerComment: '/** Generated from the schemas by `npm run generate`. A copy that is stale fails the tests. */',
    additionalProperties: true,
    declareExternallyReferenced: true,
    unknownAny: true,
    style: { singleQuote: true, printWidth: 120 },
    customName: (schema, key) => (schema.title === undefined ? key : undefined),
  });
  return `${text.trim()}\n`;
}
