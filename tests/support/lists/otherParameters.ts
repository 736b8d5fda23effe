/** Values of parameters that make an answer another one. */
export const OTHER_PARAMETERS: Readonly<Record<string, string>> = {
  fields: 'id',
  sort: '-id',
  skip: '1',
  limit: '1',
  take: '1',
  formatting: 'plainText',
  filter: '{"id":{"$in":[]}}',
  tags: 'gc-no-such-tag',
  includeDemo: 'true',
};
