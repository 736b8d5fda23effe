/** What the words say of permissions. Sections "Permission action", "Global permission", "Access", "Endpoints / Permissions". */
import { operation } from '../../schemas/contract.ts';
import { openRequest } from '../support/bodies.ts';
import { type Batch, check } from '../support/check.ts';
import { expectOpenOperation } from './openOperations.ts';
import { permissionAccess } from './permissionAccess.ts';
import { permissionActions } from './permissionActions.ts';
import { effectivePermissions } from './permissionEffective.ts';
import { permissionPrincipals } from './permissionPrincipals.ts';
import { permissionTargets } from './permissionTargets.ts';
import { allowedActions } from './permissionTypes.ts';

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
