/** Section "Endpoints / Employees". An employee is a user, shown with badges and teams. */
import { find, type Handlers } from '../call.ts';
import { list } from '../query/list.ts';
import { employeeOf, employeeView } from '../views/people.ts';
import { show } from '../views/view.ts';

export const employees: Handlers = {
  'employees.list': (call) => {
    const all = [...call.account.users.values()].map((user) => employeeOf(user, call));
    return list(call, all, employeeView);
  },

  'employees.get': (call) => {
    const user = find(call.account.users, call.params.employeeId, call);
    return { info: show(employeeView, employeeOf(user, call), call) };
  },
};
