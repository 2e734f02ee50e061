/** Tells an agent the verdict on its handover, and the agent that opened a task that it was handed over. */
import { isAdmitted } from "../../admission/trust.ts";
import { describeMergeProblem, mergeProblem } from "../../handovers/after-acceptance.ts";
import { handoverIn, handoverState, handoversAtHome, workOf } from "../../handovers/handovers.ts";
import { reasonLines } from "../../handovers/reason-lines.ts";
import type { NoteSource, RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { namedRecords, recordOf } from "../../model/view.ts";
import { issueNameById } from "../../wording/issue-name.ts";
import { senderOf, writersOf } from "../written-by.ts";

export const handoverAccepted: NoteSource = {
  name: "handover-accepted",
  notesOn: (input) => {
    const state = handoverState(input);
    if (state.type !== "accepted") return [];
    const by = state.settled.by?.login;
    return handersOf(input).map((to) => ({
      ...({ kind: "handover-accepted", priority: "fyi", isNews: true } as const),
      to,
      at: state.settled.at,
      key: workKey(input),
      text: `Your handover was accepted${by === undefined ? "" : ` by ${by}`}.`,
    }));
  },
};

/** Dropped with the next text or commit, which gets its own verdict. */
export const handoverRefused: NoteSource = {
  name: "handover-refused",
  notesOn: (input) => {
    const { record } = input;
    const state = handoverState(input);
    if (state.type !== "judged" || state.verdict.result !== "refused") return [];
    const { problems } = reasonLines(state.verdict.reasons);
    return handersOf(input).map((to) => ({
      ...({ kind: "handover-refused", priority: "now" } as const),
      to,
      at: record.evidence?.readAt ?? record.seen.updatedAt,
      key: workKey(input),
      text: ["Your handover was not accepted:", ...problems.map((problem) => `- ${problem}`)].join("\n"),
    }));
  },
};

/** Dropped once it can be merged again, or is merged. */
export const handoverUnmergeable: NoteSource = {
  name: "handover-unmergeable",
  notesOn: (input) => {
    const { record, context } = input;
    const problem = mergeProblem(record, context.settings);
    if (problem === undefined) return [];
    return handersOf(input).map((to) => ({
      ...({ kind: "handover-unmergeable", priority: "now" } as const),
      to,
      at: record.evidence?.readAt ?? record.seen.updatedAt,
      key: `${workKey(input)} ${problem.what}`,
      text: describeMergeProblem(problem),
    }));
  },
};

/** Dropped when the task is closed. */
export const taskHandedOver: NoteSource = {
  name: "task-handed-over",
  notesOn: (input) => {
    const { view, record } = input;
    if (record.reading.kind !== "task" || record.seen.issueState.state === "closed" || !isAdmitted(record))
      return [];
    const leads = writersOf(input, record);
    return handoversAtHome(view, record).flatMap((handover) => {
      const from = senderOf(input, handover);
      const name = issueNameById(input, handover.seen.id);
      const status = handoverIn(handover)?.status ?? "";
      return leads
        .filter((to) => !writersOf(input, handover, [record]).includes(to))
        .map((to) => ({
          ...({ kind: "task-handed-over", priority: "soon" } as const),
          to,
          at: handover.seen.createdAt,
          key: handover.seen.id,
          from,
          refs: [name],
          text: `${from?.name ?? "Someone"} handed it over (${status}): ${name} ${handover.seen.title}`,
        }));
    });
  },
};

function handersOf(input: RuleInput): readonly string[] {
  const { view, record } = input;
  return writersOf(input, record, tasksOf(view, record));
}

function tasksOf(view: RuleInput["view"], record: IssueRecord): readonly IssueRecord[] {
  const ref = handoverIn(record)?.completes;
  const task = ref && recordOf(view, record, ref);
  return task === undefined ? namedRecords(view, record) : [task];
}

function workKey({ record }: RuleInput): string {
  const { version, commit = "", base = "" } = workOf(record);
  return [version.hash, commit, base].join(" ").trim();
}
