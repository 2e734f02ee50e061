/** A vote, what is said on it, and what becomes of it: its outcome, and its status as people read it. */
import type { Actor, CommentSeen, IssueSeen, OwnComment } from "../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../src/engine/model/persisted-state.ts";
import type { Context } from "../../src/engine/model/rule.ts";
import type { Snapshot } from "../../src/engine/model/snapshot.ts";
import { settingsSchema } from "../../src/protocol/settings/config.ts";
import { loadTexts } from "../../src/texts/texts.ts";
import { form } from "./form.ts";
import { bob, context, decided, demo, issue, links, mallory, maria, person, start, task } from "./issues.ts";

export const minute = 60_000;
export const hour = 60 * minute;
export const [ada, bea, cleo] = [person("ada"), person("bea"), person("cleo")];
const agents = { ada: { account: ada.id }, bea: { account: bea.id }, cleo: { account: cleo.id } };
const policy = [{ name: "people", who: ["people"] }];
const voteSettings = settingsSchema.parse({ agents, policy });
export const voteRoles: Snapshot["roles"] = new Map([
  ...[ada, bea, cleo, bob].map(({ id }) => [`${demo.id} ${id}`, "write"] as const),
  [`${demo.id} ${maria.id}`, "admin"],
  [`${demo.id} ${mallory.id}`, "none"],
]);
const { render } = loadTexts();

/** #50, by maria, for ada, bea and cleo. */
export function vote(
  says: Readonly<Record<string, string>> = {},
  changes: Partial<IssueSeen> = {},
): IssueSeen {
  const sections = {
    Question: "Which store?",
    Options: "1. SQLite, one file.\n2. PostgreSQL.",
    Voters: "ada, bea, cleo",
    Needs: "majority",
    "Blocking task": "#12",
    ...says,
  };
  return issue(50, {
    title: "Vote: Which store",
    labels: ["kind:vote"],
    author: maria,
    createdAt: start,
    body: form(sections),
    blocking: links(task(12)),
    ...changes,
  });
}

let ids = 0;
export function casts(
  author: Actor,
  text: string,
  at = minute,
  changes: Partial<CommentSeen> = {},
): CommentSeen {
  ids += 1;
  return { id: `IC_v${ids}`, commentNumber: ids, author, text, createdAt: start + at, ...changes };
}

/** Our status, with what it remembers. */
export function remembering(persisted: Partial<PersistedState>, createdAt = start + 1): OwnComment {
  const known = { ...emptyPersistedState, ...persisted };
  return { id: "IC_status", key: "status", text: "", createdAt, isMinimized: false, persisted: known };
}

export function pollOn(
  seen: IssueSeen,
  others: readonly IssueSeen[] = [],
  known: Partial<Context> = {},
  changes: Partial<Snapshot> = {},
) {
  const decision = decided(
    [task(12, { title: "Store them" }), seen, ...others],
    { roles: voteRoles, ...changes },
    { ...context, render, now: start + hour, settings: voteSettings, ...known },
  );
  const persisted = decision.records.find(({ seen: { number } }) => number === seen.number)?.persisted;
  const written = decision.effects.flatMap(({ issueId, effect }) =>
    issueId === seen.id && effect.type === "ShowStatus" ? effect.text : [],
  )[0];
  const status = written?.replace(/<!--[\s\S]*?-->/g, "").trim();
  return { decision, persisted, outcome: persisted?.outcome, status };
}
