/** What the words say of permissions. Sections "Permission action", "Global permission", "Access", "Endpoints / Permissions". */
import { operation } from '../../../schemas/contract.ts';
import { expectOpenOperation } from '../../support/domain/openOperations.ts';
import { type Batch, check } from '../../support/engine/check.ts';
import { openRequest } from '../../support/records/bodies.ts';
import { permissionAccess } from './access.ts';
import { permissionActions } from './actions.ts';
import { effectivePermissions } from './effective.ts';
import { permissionPrincipals } from './principals.ts';
import { permissionTargets } from './targets.ts';
import { allowedActions } from './types.ts';

export const permissions: Batch = {
  title: 'behaviour: permissions',
  checks: [
    ...permissionTargets,
    ...allowedActions,
    ...permissionAccess,
    ...effectivePermissions,
    ...permissionPrincipals,
    ...permissionActions,
    check(
      'users who have an action on a target are found where the target says',
      'permissions.users-with-action',
      async (t) => {
        const asked = await openRequest(t, operation('permissions.usersWithAction'));
        await expectOpenOperation(t, 'permissions.usersWithAction', asked);
      },
    ),
  ],
};
