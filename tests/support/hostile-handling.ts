/**
 * Puts a hostile text in every place where a user can write one, and takes it through reading, deciding and
 * rendering with the default templates. Returns what would be written to GitHub. Uses no clock and no
 * network, so that the measured time is the code's.
 */
import type { CommentSeen, IssueSeen } from "../../src/engine/model/fact.ts";
import { formatSlot } from "../../src/engine/model/keys/slot.ts";
import { emptyPersistedState } from "../../src/engine/model/persisted-state.ts";
import { readMessage } from "../../src/protocol/message.ts";
import { repairBody } from "../../src/protocol/sections/mend.ts";
import { loadTexts } from "../../src/texts/texts.ts";
import {
  alice,
  answer,
  bob,
  closed,
  completed,
  context,
  decided,
  discovery,
  escalation,
  handover,
  issue,
  links,
  mallory,
  maria,
  question,
  start,
  task,
} from "./issues.ts";

const texts = loadTexts();
const render = (text: Parameters<typeof texts.render>[0]): string => texts.render(text);

/** One thing that the App would write. */
export interface Written {
  readonly where: string;
  readonly text: string;
}

/** One way for a text to reach us; the other issues are harmless. */
export interface Entrance {
  readonly name: string;
  readonly issues: (text: string) => readonly IssueSeen[];
}

const titleOf = (text: string): string => text.slice(0, 256);
const status = (persisted: object) => ({
  id: "IC_1",
  key: "status",
  text: "",
  createdAt: start + 10_000,
  isMinimized: false,
  persisted: { ...emptyPersistedState, ...persisted },
});
/** GitHub does not accept longer comments. */
const longestComment = 65_536;
const comment = (text: string, author = bob): CommentSeen => ({
  id: "IC_7",
  author,
  text: text.slice(0, longestComment),
  createdAt: start + 50_000,
});

/** Numbers that our own text may reference, and people that it may mention. */
export const ours: Known = { issues: [12, 13, 40, 41, 42, 43], people: ["alice", "bob", "maria"] };

export interface Known {
  readonly issues: readonly number[];
  readonly people: readonly string[];
}

export const entrances: readonly Entrance[] = [
  { name: "a question's body", issues: (text) => [task(12), question(40, "#12", { body: text })] },
  {
    name: "a question's title and context",
    issues: (text) => [
      task(12),
      question(40, "#12", {
        title: `Q: ${titleOf(text)}`,
        body: question(40, "#12").body.replace("I tried both.", () => text),
      }),
    ],
  },
  {
    name: "a task's goal and blockers",
    issues: (text) => [
      task(12, { title: titleOf(text), body: `### Goal\n\n${text}\n\n### Blocked by\n\n#13\n` }),
      task(13),
    ],
  },
  {
    name: "a blocker's title",
    issues: (text) => {
      const named = task(13, { title: titleOf(text) });
      return [task(12, { blockedBy: links(named) }), named];
    },
  },
  {
    name: "an answer's decision",
    issues: (text) => {
      const settled = closed(question(40, "#12"), completed, start + 60_000);
      const held = task(12, {
        blockedBy: links(settled),
        assignees: [alice],
        own: [status({ heldBy: ["I_40"] })],
      });
      return [held, settled, answer(41, "#40", { decision: text })];
    },
  },
  {
    name: "a command by somebody trusted",
    issues: (text) => [task(12), question(40, "#12", { comments: [comment(text)] })],
  },
  {
    name: "a decision by comment",
    issues: (text) => [task(12), question(40, "#12", { comments: [comment(`/answer ${text}`)] })],
  },
  {
    name: "a comment by a stranger",
    issues: (text) => [task(12), question(40, "#12", { comments: [comment(text, mallory)] })],
  },
  {
    name: "a stranger's body and title",
    issues: (text) => [task(12), question(40, "#12", { author: mallory, body: text, title: titleOf(text) })],
  },
  {
    name: "an escalation's options",
    issues: (text) => {
      const body = escalation(42, "#12").body.replace("1. Use SQLite.", () => `1. ${text}`);
      return [task(12), escalation(42, "#12", { body, comments: [comment("/decide 1 because", maria)] })];
    },
  },
  {
    name: "a discovery's finding",
    issues: (text) => {
      const body = discovery(43, "#12").body.replace("The token never ends.", () => text);
      return [task(12, { assignees: [alice] }), discovery(43, "#12", { body, title: titleOf(text) })];
    },
  },
  {
    name: "a handover's changes",
    issues: (text) => [
      task(12),
      handover(41, "#12", { body: handover(41, "#12").body.replace("does it", () => text) }),
    ],
  },
  { name: "an issue of no kind", issues: (text) => [issue(40, { body: text, title: titleOf(text) })] },
];

/** What is written because of `text` at one entrance. Throws only if the product does. */
export function handle({ issues }: Entrance, text: string): readonly Written[] {
  const { effects } = decided(issues(text), {}, { ...context, render });
  return effects.flatMap(({ slot, issueId, effect }) => {
    const where = `${formatSlot(slot)} of ${issueId}`;
    if (effect.type === "ShowStatus" || effect.type === "AddComment") return [{ where, text: effect.text }];
    return effect.type === "SetLabels" ? effect.add.map((label) => ({ where, text: `\`${label}\`` })) : [];
  });
}

/** Reads a body without further processing: nothing may be written, so only its time counts. */
export function readAlone(text: string): void {
  const input = { title: titleOf(text), body: text, labels: ["kind:task"] };
  repairBody(input, readMessage(input));
}
