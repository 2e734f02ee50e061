/** Contracts as facts, for given / when / then tests of the engine: who holds which task, and who said what. */
import { decide } from "../../src/engine/decide.ts";
import { fold } from "../../src/engine/fold/fold.ts";
import type { Actor, CommentSeen, Fact, IssueSeen } from "../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../src/engine/model/persisted-state.ts";
import type { Context } from "../../src/engine/model/rule.ts";
import type { IssueRecord } from "../../src/engine/model/snapshot.ts";
import type { View } from "../../src/engine/model/view.ts";
import { completed, context, demo, empty, issue, maria, person, start, task } from "./issues.ts";
import { contractBody } from "./votes-story.ts";

export const hour = 60 * 60_000;
export const ada = person("ada");
export const bea = person("bea");

/** Version 1.2.0 of `orders-api`, which maria wrote. */
export function contract(
  number: number,
  changes: Partial<IssueSeen> & { readonly says?: Readonly<Record<string, string>> } = {},
): IssueSeen {
  const { says = {}, ...rest } = changes;
  return issue(number, {
    title: `Contract: orders-api ${number}`,
    labels: ["kind:contract"],
    author: maria,
    body: contractBody({ Provider: "#12", Consumers: "#13", ...says }),
    ...rest,
  });
}

export function held(number: number, holder: Actor, agent?: string, changes: Partial<IssueSeen> = {}) {
  const lease = {
    holder: { account: holder.id, login: holder.login, ...(agent === undefined ? {} : { agent }) },
    token: 1,
    since: start,
  };
  return remembering(task(number, { author: maria, assignees: [], ...changes }), { lease });
}

/** With what the marker of its status comment keeps. */
function remembering(seen: IssueSeen, persisted: Partial<PersistedState>): IssueSeen {
  const own = {
    id: `IC_s${seen.number}`,
    key: "status",
    text: "x",
    createdAt: start,
    isMinimized: false,
    persisted: { ...emptyPersistedState, ...persisted },
  };
  return { ...seen, own: [own] };
}

let comments = 0;
export function says(author: Actor, text: string, atHours = 1): CommentSeen {
  comments += 1;
  return { id: `IC_c${comments}`, commentNumber: comments, author, text, createdAt: start + atHours * hour };
}

export interface Decided extends Pick<ReturnType<typeof decide>, "effects" | "notes" | "refreshes"> {
  readonly view: View;
  readonly records: ReadonlyMap<string, IssueRecord>;
}

/** Decides about these issues, all of them just read, `atHours` after the start. */
export function decideOn(
  issues: readonly IssueSeen[],
  atHours = 2,
  known: Partial<Context> = {},
  before: ReadonlyMap<string, IssueRecord> = new Map(),
): Decided {
  const now = start + atHours * hour;
  const everyone = [ada, bea, person("bot"), person("cleo"), maria, person("alice"), person("bob")];
  const roles = everyone.map(
    ({ id }): Fact => ({ type: "RoleSeen", repositoryId: demo.id, actorId: id, role: "write" }),
  );
  const { snapshot } = fold({ ...empty, records: before }, [
    ...roles,
    ...issues.map((each): Fact => ({ type: "IssueSeen", issue: each, readAt: now })),
  ]);
  const decision = decide(
    snapshot,
    issues.map(({ id }) => id),
    { ...context, now, ...known },
  );
  const records = new Map([
    ...snapshot.records,
    ...decision.records.map((each) => [each.seen.id, each] as const),
  ]);
  const { effects, notes, refreshes } = decision;
  return { effects, notes, refreshes, view: { ...snapshot, records }, records };
}

/** What is kept of an issue after a decision. */
export function keptOf({ records }: Decided, number: number): PersistedState {
  const record = records.get(`I_${number}`);
  if (record === undefined) throw new Error(`#${number} was not decided about.`);
  return record.persisted;
}

/** Closed, as signalbox does with what was agreed to. */
export const inForce = (seen: IssueSeen, atHours = 2): IssueSeen => ({
  ...seen,
  issueState: completed,
  closedAt: start + atHours * hour,
});
