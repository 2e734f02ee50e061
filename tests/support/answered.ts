/** Records of questions and answers as an index has them, for those who read what was decided. */
import type { IssueSeen } from "../../src/engine/model/fact.ts";
import {
  type Accepted,
  emptyPersistedState,
  type PersistedState,
} from "../../src/engine/model/persisted-state.ts";
import type { RuleInput } from "../../src/engine/model/rule.ts";
import type { IssueRecord, Snapshot } from "../../src/engine/model/snapshot.ts";
import { viewOf } from "../../src/engine/model/view.ts";
import type { StatusText } from "../../src/engine/wording/status-parts.ts";
import { keepWords } from "../../src/protocol/decided-words.ts";
import { readMessage } from "../../src/protocol/message.ts";
import { loadTexts } from "../../src/texts/texts.ts";
import { alice, bob, context, demo, empty, maria, start } from "./issues.ts";

const { render } = loadTexts();

export function recordOf(seen: IssueSeen, persisted: Partial<PersistedState> = {}): IssueRecord {
  return {
    seen,
    reading: readMessage(seen),
    persisted: {
      ...emptyPersistedState,
      admitted: { hash: seen.textHash, by: seen.author?.id ?? maria.id },
      ...persisted,
    },
    readAt: start,
    edgeMadeAt: {},
    reactedTo: [],
  };
}

/** Accepted about the text that stands there, by maria. */
export function acceptedFor(seen: IssueSeen, decision: string, changes: Partial<Accepted> = {}): Accepted {
  return {
    version: { title: seen.title, hash: seen.textHash },
    at: start + 60_000,
    how: "answer",
    word: "I_41",
    by: { id: maria.id, login: "maria" },
    decision: keepWords(decision),
    row: "people may answer",
    ...changes,
  };
}

/** What differs from the tests' usual context and index. */
export type Known = Partial<RuleInput["context"]> & { readonly snapshot?: Partial<Snapshot> };

/** One of these records, as a rule gets it. Maria, alice and bob have write access. */
export function inputFor(records: readonly IssueRecord[], number: number, known: Known = {}): RuleInput {
  const { snapshot, ...changes } = known;
  const view = viewOf({
    ...empty,
    roles: new Map([maria, alice, bob].map(({ id }) => [`${demo.id} ${id}`, "write"] as const)),
    ...snapshot,
    records: new Map(records.map((each) => [each.seen.id, each])),
  });
  const record = view.records.get(`I_${number}`);
  if (record === undefined) throw new Error(`#${number} is not among the records.`);
  return { view, record, context: { ...context, ...changes } };
}

/** What a status says of one of these records, as people read it. */
export function statusIn(
  build: (input: RuleInput) => StatusText,
  records: readonly IssueRecord[],
  number: number,
  known: Known = {},
): { readonly status: string; readonly isNews: boolean } {
  const { text, isNews } = build(inputFor(records, number, known));
  return { status: withoutMarks(render(text)), isNews };
}

/** Without what no page shows, and without empty lines. */
function withoutMarks(text: string): string {
  const lines = text.replace(/<!--[\s\S]*?-->/g, "").split("\n");
  return lines.filter((line) => line.trim() !== "").join("\n");
}
