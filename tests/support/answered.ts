/** Records of questions and answers as an index has them, for those who read what was decided. */
import type { IssueSeen } from "../../src/engine/model/fact.ts";
import {
  type Accepted,
  emptyPersistedState,
  type PersistedState,
} from "../../src/engine/model/persisted-state.ts";
import type { IssueRecord } from "../../src/engine/model/snapshot.ts";
import { keepWords } from "../../src/protocol/decided-words.ts";
import { readMessage } from "../../src/protocol/message.ts";
import { maria, start } from "./issues.ts";

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
