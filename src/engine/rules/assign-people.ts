/** An escalation that nobody is assigned to is assigned, once, to those who are to decide. */
import { assigneesFor, needsPeople } from "../assignees.ts";
import { isSetAside } from "../escalations.ts";
import { nothing, type ShowRule, type Situation, type Wish } from "../rule.ts";

export const assignPeople: ShowRule = { name: "assign-people", show };

function show(situation: Situation) {
  const { view, record } = situation;
  if (!needsPeople(view, record) || isSetAside(situation, record)) return nothing;
  const assignees = assigneesFor(situation);
  if (assignees.length === 0) return nothing;
  const named = situation.context.settings.escalations.assignees.length > 0;
  const because = named
    ? "The settings name who is asked for decisions."
    : "The repository's admins are asked for decisions.";
  const wish: Wish = {
    slot: "assign",
    key: `assign ${assignees.join(" ")}`,
    effect: { type: "AddAssignees", assignees },
    reason: { rule: assignPeople.name, because },
  };
  return { wishes: [wish] };
}
