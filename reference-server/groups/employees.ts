/** Section "Endpoints / Employees". An employee is a user, shown with badges and teams. */
import { find, type Handlers } from '../call.ts';
import { list } from '../query/list.ts';
import { employeeView } from '../views/people.ts';
import { show } from '../views/view.ts';

export const employees: Handlers = {
  'employees.list': (call) => list(call, [...call.account.users.values()], employeeView),

  'employees.get': (call) => ({
    info: show(employeeView, find(call.account.users, call.params.employeeId, call), call),
  }),
};
