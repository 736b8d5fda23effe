/** TypeScript types of the contract's resources, requests and responses, derived from their schemas. */
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import { jsonFiles, projectRoot } from '../../../schemas/contract.ts';

const FOLDERS = ['resources', 'requests', 'responses'] as const;

const typeName = (path: string) => {
  const [folder, file = ''] = path.split('/');
  const name = file.replace('.json', '').replace(/^./, (c) => c.toUpperCase());
  return folder === 'requests' ? `${name}Request` : name;
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
    bannerComment: '/** Generated from the schemas by `npm run generate`. A copy that is stale fails the tests. */',
    additionalProperties: true,
    declareExternallyReferenced: true,
    unknownAny: true,
    style: { singleQuote: true, printWidth: 120 },
    customName: (schema, key) => (schema.title === undefined ? key : undefined),
  });
  return `${text.trim()}\n`;
}
