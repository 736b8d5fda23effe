/** Every handler by operation id. */
import type { Handlers } from '../call.ts';
import { customFields } from './customFields.ts';
import { kpiGroups } from './kpiGroups.ts';

export const handlers: Handlers = { ...customFields, ...kpiGroups };
