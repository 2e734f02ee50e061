/** A question, what agents and people answer to it, and what becomes of it: what counts, and what its status suggests. */
import type { CommentSeen, IssueSeen } from "../../src/engine/model/fact.ts";
import type { Proposal } from "../../src/engine/model/proposal.ts";
import type { Settings } from "../../src/protocol/settings/config.ts";
import { readSettings } from "../../src/protocol/settings/read-settings.ts";
import { loadTexts } from "../../src/texts/texts.ts";
import { form } from "./form.ts";
import { alice, bob, context, decided, links, question, start, task } from "./issues.ts";

export const minute = 60_000;
const { render } = loadTexts();

/** Bob's login is an agent's. */
export function settings(policy = "{name: people, who: [people]}, {name: agents, who: [agents]}"): Settings {
  const reading = readSettings(`agents: { bea: { account: U_bob } }\npolicy: [${policy}]\n`);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.settings;
}

export interface Asked {
  readonly title?: string;
  readonly text?: string;
  readonly decisionClass?: string;
  readonly category?: string;
  readonly options?: string;
}

export function asked({
  title = "Q: Where is the token kept?",
  text = "I cannot find it.",
  ...more
}: Asked = {}) {
  const sections = {
    "Blocking task": "#12",
    Category: more.category ?? "implementation",
    Urgency: "important",
    Context: text,
    ...(more.options === undefined ? {} : { Options: more.options }),
    ...(more.decisionClass === undefined ? {} : { "Decision class": more.decisionClass }),
  };
  return question(40, "#12", {
    title,
    author: alice,
    body: form(sections),
    blocking: links(task(12)),
  });
}

export const says = (words: string, author = bob, at = minute, id = "IC_1"): CommentSeen => ({
  id,
  commentNumber: 1,
  author,
  text: words,
  createdAt: start + at,
});

export function decisionOn(
  seen: IssueSeen,
  comments: readonly CommentSeen[],
  known: Partial<{
    settings: Settings;
    proposals: ReadonlyMap<string, Proposal>;
    constraints: ReadonlyMap<string, readonly string[] | "unread">;
    answers: readonly IssueSeen[];
  }> = {},
) {
  const given = { ...seen, comments };
  const decision = decided(
    [task(12), given, ...(known.answers ?? [])],
    {
      ...(known.proposals === undefined ? {} : { proposals: known.proposals }),
      ...(known.constraints === undefined ? {} : { constraints: known.constraints }),
    },
    { ...context, render, now: start + 5 * minute, settings: known.settings ?? settings() },
  );
  const kept = decision.records.find(({ seen: { number } }) => number === 40)?.persisted;
  const status = decision.effects.flatMap(({ issueId, effect }) =>
    issueId === "I_40" && effect.type === "ShowStatus" ? effect.text : [],
  )[0];
  return { decision, accepted: kept?.accepted, status, reasons: reasonsIn(status) };
}

/** Why a person decides, as the status says it under an answer; undefined if nothing is suggested. */
function reasonsIn(status = ""): string | undefined {
  return /\nA person decides: (.*) To take it, comment `\/approve [0-9a-f]{64}`\.\n/.exec(status)?.[1];
}
