/** The one door to the contract: operations, validators, requirements and the forms of our own files. */
export * from './extraHeaders.ts';
export * from './files.ts';
export * from './fixtures.ts';
export * from './fixturesFile.ts';
export * from './json.ts';
export * from './kinds.ts';
export * from './listedFields.ts';
export * from './lists.ts';
export * from './operations.ts';
export * from './record.ts';
export * from './recordSchema.ts';
export * from './requirements.ts';
export * from './settings.ts';
export * from './settingsError.ts';
export * from './typed.ts';
export * from './validators.ts';
export * from './writtenOut.ts';
