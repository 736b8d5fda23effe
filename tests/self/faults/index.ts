/** Every fault that the suite must catch. */

import { acrossAccountFaults } from './acrossAccounts.ts';
import { aftermathFaults } from './aftermath.ts';
import { afterRefusalFaults } from './afterRefusals.ts';
import { announcementFaults } from './announcements.ts';
import { askedBeforeFaults } from './askedBefore.ts';
import { auditedFaults } from './audited.ts';
import { badgeFaults } from './badges.ts';
import { branchFaults } from './branches.ts';
import { copyFaults } from './copies.ts';
import { creationFaults } from './creations.ts';
import { customFieldFaults } from './customFields.ts';
import { dashboardFaults } from './dashboards.ts';
import { derivedFaults } from './derived.ts';
import { earlierReadFaults } from './earlierReads.ts';
import { employeeFaults } from './employees.ts';
import { everyList } from './everyList.ts';
import { everyOperation } from './everyOperation.ts';
import type { Fault } from './fault.ts';
import { firstReadFaults } from './firstReads.ts';
import { general } from './general.ts';
import { generalAccess } from './generalAccess.ts';
import { historyFaults } from './histories.ts';
import { interplayFaults } from './interplay.ts';
import { inventedKpisFaults } from './inventedKpis.ts';
import { inventedPeopleFaults } from './inventedPeople.ts';
import { inventedTagsFaults } from './inventedTags.ts';
import { inventedTasksFaults } from './inventedTasks.ts';
import { joinFaults } from './joins.ts';
import { kpiGroupFaults } from './kpiGroups.ts';
import { kpiFaults } from './kpis.ts';
import { linkFaults } from './links.ts';
import { listsCombinedFaults } from './listsCombined.ts';
import { listsFieldFaults } from './listsFields.ts';
import { listsFilterFaults } from './listsFilter.ts';
import { listsFormattingFaults } from './listsFormatting.ts';
import { listsPageFaults, listsSortFaults } from './listsPages.ts';
import { listTotalFaults } from './listTotals.ts';
import { memoryFaults } from './memory.ts';
import { metricFaults } from './metrics.ts';
import { namedOtherwise } from './namedOtherwise.ts';
import { namedRecordFaults } from './namedRecords.ts';
import { oddKpiAndUserFaults } from './oddKpisAndUsers.ts';
import { oddListFaults } from './oddLists.ts';
import { oddRequestFaults } from './oddRequestsAndGroups.ts';
import { oddTagAndRoleFaults } from './oddTagsAndRoles.ts';
import { oddTaskAndPeopleFaults } from './oddTasksAndPeople.ts';
import { onceMissedFaults } from './onceMissed.ts';
import { permissionFaults } from './permissions.ts';
import { recordFaults } from './records.ts';
import { referenceFaults } from './references.ts';
import { refusalFaults } from './refusals.ts';
import { roleFaults } from './roles.ts';
import { secondLookFaults } from './secondLooks.ts';
import { sessionFaults } from './sessions.ts';
import { shownInPairFaults } from './shownInPairs.ts';
import { slipFaults } from './slips.ts';
import { tagFaults } from './tags.ts';
import { tagUseFaults } from './tagUses.ts';
import { taskFaults } from './tasks.ts';
import { unforeseenFaults } from './unforeseen.ts';
import { userFaults } from './users.ts';
import { usersAnswerFaults } from './usersAnswers.ts';
import { wholeListFaults } from './wholeLists.ts';
import { writesInTurnFaults } from './writesInTurn.ts';

export const faults: readonly Fault[] = [
  ...everyOperation,
  ...everyList,
  ...general,
  ...generalAccess,
  ...acrossAccountFaults,
  ...afterRefusalFaults,
  ...askedBeforeFaults,
  ...auditedFaults,
  ...branchFaults,
  ...copyFaults,
  ...derivedFaults,
  ...inventedKpisFaults,
  ...inventedPeopleFaults,
  ...inventedTagsFaults,
  ...inventedTasksFaults,
  ...joinFaults,
  ...linkFaults,
  ...memoryFaults,
  ...firstReadFaults,
  ...recordFaults,
  ...namedOtherwise,
  ...namedRecordFaults,
  ...referenceFaults,
  ...refusalFaults,
  ...customFieldFaults,
  ...kpiGroupFaults,
  ...kpiFaults,
  ...permissionFaults,
  ...unforeseenFaults,
  ...userFaults,
  ...usersAnswerFaults,
  ...tagFaults,
  ...tagUseFaults,
  ...dashboardFaults,
  ...roleFaults,
  ...badgeFaults,
  ...taskFaults,
  ...metricFaults,
  ...sessionFaults,
  ...earlierReadFaults,
  ...employeeFaults,
  ...announcementFaults,
  ...listsFilterFaults,
  ...listsSortFaults,
  ...listsPageFaults,
  ...listTotalFaults,
  ...listsFieldFaults,
  ...listsFormattingFaults,
  ...listsCombinedFaults,
  ...interplayFaults,
  ...historyFaults,
  ...creationFaults,
  ...aftermathFaults,
  ...wholeListFaults,
  ...writesInTurnFaults,
  ...secondLookFaults,
  ...oddRequestFaults,
  ...oddKpiAndUserFaults,
  ...oddTagAndRoleFaults,
  ...oddTaskAndPeopleFaults,
  ...oddListFaults,
  ...shownInPairFaults,
  ...onceMissedFaults,
  ...slipFaults,
];
