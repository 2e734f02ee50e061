/** Assignees. Newer clients name actors by login, older ones people by node id. */
import { addAssignees, removeAssignees, setAssignees } from "../../ops/issues/assignees.ts";
import {
  type Call,
  conversationNode,
  conversationOf,
  logins,
  type MutationResolver,
  type MutationResolvers,
} from "./call.ts";

export const assigneeMutations: MutationResolvers = {
  addAssigneesToAssignable: onAssignees(addAssignees, (call) => logins(call, "assigneeIds")),
  removeAssigneesFromAssignable: onAssignees(removeAssignees, (call) => logins(call, "assigneeIds")),
  replaceActorsForAssignable: onAssignees(setAssignees, (call) =>
    call.input.has("actorLogins") ? call.input.strings("actorLogins") : logins(call, "actorIds"),
  ),
};

function onAssignees(change: typeof setAssignees, who: (call: Call) => readonly string[]): MutationResolver {
  return (call) => {
    const { core, actor } = call.viewing;
    const input = { issueId: conversationOf(call, "assignableId"), logins: who(call) };
    return { assignable: conversationNode(call, change(core, actor, input)) };
  };
}
