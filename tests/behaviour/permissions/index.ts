/** What the words say of permissions. Sections "Permission action", "Global permission", "Access", "Endpoints / Permissions". */
import type { Batch } from '../../support/engine/check.ts';
import { permissionAccess } from './access.ts';
import { permissionActions } from './actions.ts';
import { effectivePermissions } from './effective.ts';
import { permissionPrincipals } from './principals.ts';
import { permissionTargets } from './targets.ts';
import { allowedActions } from './types.ts';
import { usersWithAction } from './usersWithAction.ts';

export const permissions: Batch = {
  title: 'behaviour: permissions',
  checks: [
    ...permissionTargets,
    ...allowedActions,
    ...permissionAccess,
    ...effectivePermissions,
    ...permissionPrincipals,
    ...permissionActions,
    ...usersWithAction,
  ],
};
