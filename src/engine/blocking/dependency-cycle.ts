/** Triggers one escalation for a whole dependency cycle, on the first of its issues. */

import type { ParentLine } from "../../protocol/text/lines.ts";
import { mayShow } from "../admission/privacy.ts";
import type { EscalationDraft } from "../asking/trigger.ts";
import { dependencyCycleOf, nameOfCycle } from "../messages/graph.ts";
import type { NodeId } from "../model/fact.ts";
import type { OptionAction } from "../model/persisted-state.ts";
import type { RuleInput } from "../model/rule.ts";
import { issueName, issueNameById, repositoryFullName } from "../wording/issue-name.ts";

/** The maximum number of options of an escalation. */
const maxEdges = 20;

export function dependencyCycleTrigger(input: RuleInput): readonly EscalationDraft[] {
  const { view, record } = input;
  if (record.reading.kind !== "task" || record.seen.issueState.state === "closed") return [];
  const members = dependencyCycleOf(record.seen.id, view.waits);
  if (members === undefined || spokesman(input, members) !== record.seen.id) return [];
  const edges = edgesOf(input, members);
  return edges.length === 0 ? [] : [draftEscalation(input, members, edges)];
}

/** The first that can carry an escalation; an unknown issue counts as a task. */
function spokesman({ view }: RuleInput, members: readonly NodeId[]): NodeId | undefined {
  return members.find((id) => (view.records.get(id)?.reading.kind ?? "task") === "task");
}

interface Edge {
  readonly cut: OptionAction;
  readonly blocked: string;
  readonly blocker: string;
}

/** The dependencies that may be named here: nothing private is shown in public. */
function edgesOf(input: RuleInput, members: readonly NodeId[]): readonly Edge[] {
  const { view, record } = input;
  return members
    .flatMap((id) => view.records.get(id) ?? [])
    .filter(({ seen }) => mayShow(view, record, seen))
    .flatMap((member) =>
      member.seen.blockedBy.issues
        .filter(({ id, issueState }) => members.includes(id) && issueState.state === "open")
        .filter((link) => mayShow(view, record, link))
        .map((link) => ({
          cut: { do: "cut" as const, blocked: member.seen.id, blocker: link.id },
          blocked: issueNameById(input, member.seen.id),
          blocker: issueName(record, link),
        })),
    )
    .slice(0, maxEdges);
}

/** Parent relations among them: signalbox cannot remove these, but they explain the cycle. */
function parentsIn(input: RuleInput, members: readonly NodeId[]): readonly ParentLine[] {
  const { view, record } = input;
  return members
    .flatMap((id) => view.records.get(id) ?? [])
    .filter(({ seen }) => mayShow(view, record, seen))
    .flatMap(({ seen }) =>
      (seen.subIssues ?? [])
        .filter(({ id }) => members.includes(id))
        .filter((part) => mayShow(view, record, part))
        .map((part) => ({ parent: issueNameById(input, seen.id), part: issueName(record, part) })),
    )
    .slice(0, maxEdges);
}

function draftEscalation(
  input: RuleInput,
  members: readonly NodeId[],
  edges: readonly Edge[],
): EscalationDraft {
  const { id, title } = input.record.seen;
  const parents = parentsIn(input, members);
  const names = [
    ...new Set([
      ...edges.flatMap(({ blocked, blocker }) => [blocked, blocker]),
      ...parents.flatMap(({ parent, part }) => [parent, part]),
    ]),
  ];
  return {
    openingReason: { type: "ring", ring: nameOfCycle(members) },
    title: `Which of ${joinNames(names)} comes first?`,
    actions: edges.map(({ cut }) => cut),
    links: names,
    because: `${names.join(", ")} wait for each other.`,
    data: {
      reason: "ring",
      regarding: issueNameById(input, id),
      title,
      urgency: "blocking",
      words: "",
      question: `Which of ${joinNames(names)} comes first?`,
      home: repositoryFullName(input),
      links: names,
      takesOptionsOnly: true,
      edges: edges.map(({ blocked, blocker }, index) => ({ blocked, blocker, number: index + 1 })),
      parents,
      blocker: undefined,
      options: [],
      waiting: [],
    },
  };
}

const titled = 5;

/** `#4, #6 and #8`. */
function joinNames(names: readonly string[]): string {
  const shown = names.slice(0, titled);
  const rest = names.length - shown.length;
  const last = rest > 0 ? `${rest} more` : (shown.at(-1) ?? "");
  const before = rest > 0 ? shown : shown.slice(0, -1);
  return before.length === 0 ? last : `${before.join(", ")} and ${last}`;
}
