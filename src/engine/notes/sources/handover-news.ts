/** Tells an agent the verdict on its handover, and the agent that opened a task that it was handed over. */
import { isAdmitted } from "../../admission/trust.ts";
import { describeMergeProblem, mergeProblem } from "../../handovers/after-acceptance.ts";
import {
  currentAcceptance,
  handoverIn,
  handoverState,
  handoversAtHome,
  workOf,
} from "../../handovers/handovers.ts";
import { reasonLines } from "../../handovers/reason-lines.ts";
import type { NoteSource, RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { namedRecords, recordOf } from "../../model/view.ts";
import { compareWords, type PlacedWord } from "../../model/word-order.ts";
import { issueNameById } from "../../wording/issue-name.ts";
import { fixesIn, problemsInText } from "../../wording/problems.ts";
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

/** Dropped with the next text or commit, which gets its own verdict, and once the task is handed over again, or closed. */
export const handoverRefused: NoteSource = {
  name: "handover-refused",
  notesOn: (input) => {
    const { record } = input;
    const state = handoverState(input);
    if (state.type !== "judged" || state.verdict.result !== "refused" || isOvertaken(input)) return [];
    const problems = [...fixesIn(problemsInText(input)), ...reasonLines(state.verdict.reasons).problems];
    return handersOf(input).map((to) => ({
      ...({ kind: "handover-refused", priority: "now" } as const),
      to,
      at: record.evidence?.readAt ?? record.seen.updatedAt,
      key: workKey(input),
      text: ["Your handover was not accepted:", ...problems.map((problem) => `- ${problem}`)].join("\n"),
    }));
  },
};

/** One that cannot be read is judged by nothing, and its task stays with its holder. Dropped as a refused one is. */
export const handoverUnreadable: NoteSource = {
  name: "handover-unreadable",
  notesOn: (input) => {
    const { record } = input;
    if (record.reading.kind !== "handover" || handoverIn(record) !== undefined || !isAdmitted(record))
      return [];
    const problems = fixesIn(problemsInText(input));
    if (problems.length === 0 || isOvertaken(input)) return [];
    const lines = ["Your handover cannot be read, so nothing is handed over yet. Edit its text:"];
    return handersOf(input).map((to) => ({
      ...({ kind: "handover-refused", priority: "now" } as const),
      to,
      at: record.seen.editedAt ?? record.seen.createdAt,
      key: record.seen.textHash,
      text: [...lines, ...problems.map((problem) => `- ${problem}`)].join("\n"),
    }));
  },
};

/** Dropped once it can be merged again, or is merged. */
export const handoverUnmergeable: NoteSource = {
  name: "handover-unmergeable",
  notesOn: (input) => {
    const { record, context } = input;
    const problem = mergeProblem(record, context.settings);
    if (problem === undefined || tasksOf(input.view, record).some((task) => isHandedOverAgain(input, task)))
      return [];
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

/** Whether what is wrong with it no longer matters: its task is closed, or was handed over again. */
function isOvertaken(input: RuleInput): boolean {
  const tasks = tasksOf(input.view, input.record).filter(({ reading }) => reading.kind === "task");
  const isClosed = ({ seen }: IssueRecord): boolean => seen.issueState.state === "closed";
  return tasks.length > 0 && tasks.every((task) => isClosed(task) || isHandedOverAgain(input, task));
}

/** Whether a later handover of the task counts in place of this one. */
function isHandedOverAgain({ view, record }: RuleInput, task: IssueRecord): boolean {
  const placeOf = ({ seen }: IssueRecord): PlacedWord => ({ ...seen, at: seen.createdAt });
  return handoversAtHome(view, task).some(
    (other) =>
      compareWords(placeOf(other), placeOf(record)) > 0 &&
      (other.seen.issueState.state === "open" || currentAcceptance(other) !== undefined),
  );
}

function workKey({ record }: RuleInput): string {
  const { version, commit = "", base = "" } = workOf(record);
  return [version.hash, commit, base].join(" ").trim();
}
