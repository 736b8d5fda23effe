/** The actions that permissions can allow. Section "Resources / Permission action"; names and texts are this server's. */
import type { PermissionAction } from '../../schemas/types.ts';

const WORDS: Readonly<Record<string, string>> = {
  'permissions:view': 'See permissions',
  'roles:manage': 'Create roles and map them to SCIM groups',
  'users:invite': 'Invite users',
  'customFields:manage': 'Create and change custom fields',
  'goals:manage': 'Create and change goals and key results',
  'kpis:manage': 'Create and change KPIs and their groups',
  'tags:manage': 'Tag items',
  'tasks:manage': 'Create and change tasks',
  'sessions:manage': 'Create and change sessions',
  'dashboards:manage': 'Create and change dashboards',
  'badges:approve': 'Approve badges',
  'announcements:create': 'Create announcements',
};

/** Actions that only come with another one. */
const PARENTS: Readonly<Record<string, string>> = { 'roles:manage': 'permissions:view', 'tags:manage': 'goals:manage' };

export const permissionActions: readonly (PermissionAction & { name: string })[] = Object.entries(WORDS).map(
  ([name, title]) => {
    const [group = '', verb = ''] = name.split(':');
    const parent = PARENTS[name];
    return {
      name,
      group,
      groupKey: `permissions.${group}`,
      descriptionKey: `permissions.${group}.${verb}.description`,
      titleKey: `permissions.${group}.${verb}.title`,
      description: `${title} of the account`,
      title,
      requiredPermissions: parent === undefined ? [] : [parent],
      categoryGroup: verb === 'manage' ? 'content' : 'people',
      subGroup: verb,
      product: 'goals',
      ...(parent !== undefined && { parentPermission: parent }),
      childPermissions: Object.keys(PARENTS).filter((child) => PARENTS[child] === name),
      prerequisitePermissions: parent === undefined ? [] : [parent],
      recommendedPermissions: name === 'users:invite' ? ['roles:manage'] : [],
    };
  },
);
