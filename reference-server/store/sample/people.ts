/** Users and teams of the sample data. */
import { employeeView, teamView, userView } from '../../views/people.ts';
import type { Team, User } from '../account.ts';
import { rest } from './customFields.ts';
import { type Make, moment, wide } from './make.ts';
import { mention, picture } from './texts.ts';
import { AREAS, COLORS, FIRST_NAMES, LAST_NAMES, nth } from './words.ts';

/** Names as people have them, by the place of the user. */
const DISPLAY_NAMES: Readonly<Record<number, (first: string, last: string) => string>> = {
  10: (first, last) => `${first}-Marie O'${last}`,
  12: (first, last) => `${first} van der ${last}`,
  13: (first, last) => `${first} ${last} Jr.`,
  14: (first, last) => `${first} Renée ${last}`,
  15: (first, last) => `${first} ${last} 2`,
};

/** So many names there are before the first comes again: an e-mail address is that of one user. */
const NAMES = FIRST_NAMES.length * LAST_NAMES.length;

export function addUsers(make: Make, count: number): void {
  const { account, id } = make;
  const tags = [...account.tags.keys()];
  const restOf = rest(make, 'user', userView, employeeView);
  for (let n = 0; n < count; n++) {
    const firstName = nth(FIRST_NAMES, n);
    const lastName = nth(LAST_NAMES, n * 5 + Math.floor(n / FIRST_NAMES.length));
    const name = DISPLAY_NAMES[n]?.(firstName, lastName) ?? `${firstName} ${lastName}`;
    const clientId = `client${wide(n)}`;
    const inviter = make.people[0]?.id;
    // The users of the settings stay active.
    const isActive = n < 10 || n % 11 !== 0;
    const user: User = {
      accountId: account.id,
      avatar: `${firstName[0]}${lastName[0]}`,
      clientId,
      color: nth(COLORS, n),
      createdById: inviter,
      dateCreated: moment(n),
      dateDeactivated: isActive ? undefined : moment(n + 400),
      dateInvited: inviter && moment(n),
      dynamicValueType: n % 5 === 2 ? 'user' : undefined,
      email: `${firstName}.${lastName}${n < NAMES ? '' : n}@${account.domain}`.toLowerCase(),
      firstName,
      id: id(),
      invitedBy: inviter,
      identities: {
        items: [{ clientId, connection: 'password', isSocial: false, name, provider: 'auth' }],
        totalCount: 1,
      },
      isActive,
      isAzureIDPBased: n % 7 === 3,
      isPrimary: n === 0,
      isSSOBased: n % 4 === 1,
      isSwitched: false,
      language: nth(['en', 'de', 'fr', 'en'], n),
      lastName,
      name,
      notificationSettings: { subjectsOptedOut: n % 3 === 0 ? ['weeklyDigest'] : [] },
      picture: picture(n),
      pictureInfo: { canEditPicture: true, isActive: true, isPictureEdited: n % 2 === 0, isSSOBased: n % 4 === 1 },
      roleIds: [],
      scimRoleIds: [],
      settings: JSON.stringify({ density: n % 2 === 0 ? 'compact' : 'roomy' }),
      subscriptionType: nth(['full', 'viewer'], n),
      tagIds: make.some(tags, n % 3),
      teamIds: [],
      userSettings: undefined,
      ...restOf(n),
    };
    account.users.set(user.id, user);
    make.people.push(user);
  }
}

/** The members of team `n`; the last user is in no team. */
function membersOf(users: readonly User[], manager: User, n: number, count: number): Set<User> {
  const members = new Set(users.slice(0, -1).filter((_, i) => (i + n * 2) % count < 3));
  if (n % 3 === 0) members.add(manager);
  return members;
}

/** Teams with overlapping members; every third manager belongs to the team, and most manage two of them. */
export function addTeams(make: Make, count: number): void {
  const { account, id } = make;
  const users = [...account.users.values()];
  if (users.length === 0) return;
  for (let n = 0; n < count; n++) {
    const manager = nth(users, Math.ceil(n / 2) * 2 + 3);
    const parent = n >= 4 ? [...account.teams.keys()][n % 4] : undefined;
    const author = nth(users, n % 2).id;
    const isActive = n === 0 || n % 6 !== 0;
    const team: Team = {
      accountId: account.id,
      avatar: `T${wide(n)}`,
      color: nth(COLORS, n),
      createdById: author,
      dateCreated: moment(n),
      dateDeactivated: isActive ? undefined : moment(500),
      dynamicValueType: n % 4 === 1 ? 'team' : undefined,
      description: `Team ${nth(AREAS, n)}, led by ${mention(manager)}`,
      ExternalTeamMapping: { ExternalId: `ext${wide(n)}`, ExternalSystem: 'directory' },
      id: id(),
      isActive: isActive ? { IsActive: true } : { DateDeactivated: moment(500), IsActive: false },
      manager: manager.id,
      mentions: { [manager.id]: { email: manager.email, name: manager.name } },
      modifiedById: author,
      movedExternalMembers: n % 6 === 1 ? [nth(users, n * 3).id] : [],
      name: `${nth(AREAS, n)}Team${wide(n)}`,
      parentId: parent,
      picture: picture(1000 + n),
      tagIds: make.some([...account.tags.keys()], n % 3),
      ...teamView.places,
    };
    account.teams.set(team.id, team);
    for (const user of membersOf(users, manager, n, count)) user.teamIds.push(team.id);
  }
}
