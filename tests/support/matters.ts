/** The kinds of issues that are put before people or agents, each with a word that settles it. */
import type { Actor, CommentSeen, IssueSeen, OwnComment } from "../../src/engine/model/fact.ts";
import type { PersistedState } from "../../src/engine/model/persisted-state.ts";
import { readSettings } from "../../src/protocol/settings/read-settings.ts";
import { form } from "./form.ts";
import {
  alice,
  context,
  decided,
  effectsOn,
  escalation,
  issue,
  maria,
  question,
  start,
  task,
} from "./issues.ts";

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
/** When the word is written: long after everything was opened. */
export const spoken = start + 5 * hour;
export const now = start + 6 * hour;

export const says = (text: string, at = spoken, author: Actor = maria): CommentSeen => ({
  id: `IC_${at}`,
  author,
  text,
  createdAt: at,
});

function vote(number: number, changes: Partial<IssueSeen> = {}): IssueSeen {
  const sections = {
    Question: "Which store?",
    Options: "1. SQLite.\n2. Files.",
    Voters: "people",
    Needs: "1",
    "Blocking task": "#12",
  };
  return issue(number, { title: `Vote: ${number}`, labels: ["kind:vote"], body: form(sections), ...changes });
}

export interface Matter {
  readonly name: string;
  readonly word: string;
  /** The issue that the word is written on. */
  readonly opened: (changes: Partial<IssueSeen>) => IssueSeen;
  /** What is kept of the word. */
  readonly kept: (persisted: PersistedState | undefined) => unknown;
}

const accepted: Matter["kept"] = (persisted) => persisted?.accepted;
const chosen: Matter["kept"] = (persisted) => persisted?.decided;
const carried: Matter["kept"] = (persisted) => persisted?.outcome;

export const matters: readonly Matter[] = [
  {
    name: "a question",
    word: "/answer Yes, go ahead.",
    opened: (c) => question(40, "#12", c),
    kept: accepted,
  },
  {
    name: "an escalation by an option",
    word: "/decide 1",
    opened: (c) => escalation(40, "#12", c),
    kept: chosen,
  },
  {
    name: "an escalation in words",
    word: "/answer Neither.",
    opened: (c) => escalation(40, "#12", c),
    kept: chosen,
  },
  { name: "a vote", word: "/vote 1", opened: (c) => vote(40, c), kept: carried },
  { name: "a vote by a person", word: "/decide 2", opened: (c) => vote(40, c), kept: carried },
];

export const decisionOn = (subject: IssueSeen, yaml = "") => {
  const reading = readSettings(yaml);
  if (!reading.ok) throw new Error(reading.problem);
  return decided([task(12), subject], {}, { ...context, now, settings: reading.settings });
};
export const memoryOf = (decision: ReturnType<typeof decided>) =>
  decision.records.find(({ seen }) => seen.number === 40)?.persisted;
export const replyIn = (decision: ReturnType<typeof decided>, at = spoken) => {
  const effect =
    effectsOn(decision, 40).get(`reply IC_${at}`) ?? effectsOn(decision, 40).get(`reply:IC_${at}`);
  return effect?.type === "AddComment" ? effect : undefined;
};
/** Our reply, as GitHub shows it a minute later. */
export const lineAfter = (line: ReturnType<typeof replyIn>): OwnComment => ({
  id: "IC_line",
  key: line?.marker ?? "",
  text: line?.text ?? "",
  persisted: undefined,
  createdAt: spoken + minute,
  isMinimized: false,
});
export const edited = (at: number, by: Actor = alice): Partial<IssueSeen> => ({ editor: by, editedAt: at });
export const renamed = (at: number, by: Actor = alice): Partial<IssueSeen> =>
  ({ title: "Q: May everything be deleted?", renamed: { at, by } }) as Partial<IssueSeen>;
