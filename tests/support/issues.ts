/** Issues as facts, for given / when / then tests of the engine: plain values with sensible defaults. */
import { createHash } from "node:crypto";
import { decide } from "../../src/engine/decide.ts";
import { fold } from "../../src/engine/fold/fold.ts";
import type {
  Actor,
  Fact,
  IssueSeen,
  IssueState,
  LinkedIssue,
  RepositorySeen,
  Role,
} from "../../src/engine/model/fact.ts";
import { formatSlot } from "../../src/engine/model/keys/slot.ts";
import type { Context } from "../../src/engine/model/rule.ts";
import type { Snapshot } from "../../src/engine/model/snapshot.ts";
import type { Evidence } from "../../src/handover/evidence.ts";
import { defaultSettings } from "../../src/protocol/settings/config.ts";
import { form } from "./form.ts";

export const demo: RepositorySeen = {
  id: "R_demo",
  owner: "acme",
  name: "demo",
  installationId: 1,
  isPrivate: false,
  isArchived: false,
};

export const person = (login: string): Actor => ({ id: `U_${login}`, login, type: "User" });
export const maria = person("maria");
export const alice = person("alice");
export const bob = person("bob");
export const mallory = person("mallory");
export const us: Actor = { id: "BOT_us", login: "signalbox", type: "Bot" };

export const open: IssueState = { state: "open", reopened: false };
export const reopened: IssueState = { state: "open", reopened: true };
export const completed: IssueState = { state: "closed", reason: "completed" };
export const notPlanned: IssueState = { state: "closed", reason: "not_planned" };
export const duplicate: IssueState = { state: "closed", reason: "duplicate" };

export const start = Date.UTC(2026, 0, 1);

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** As the adapter computes `textHash`. */
export function hashTitleAndBody({ title, body }: Pick<IssueSeen, "title" | "body">): string {
  return sha256(`${title}\0${body}`);
}

/** An issue as a fresh read returns it. The id of `#12` is `I_12`. */
export function issue(number: number, changes: Partial<IssueSeen> = {}): IssueSeen {
  const body = changes.body ?? "Nothing typed.";
  const { title = `Issue ${number}`, bodyHash = sha256(body) } = changes;
  return {
    id: `I_${number}`,
    repositoryId: demo.id,
    number,
    title,
    body,
    bodyHash,
    textHash: hashTitleAndBody({ title, body: changes.bodyHash ?? body }),
    issueState: open,
    labels: [],
    nativeType: undefined,
    author: alice,
    editor: undefined,
    assignees: [],
    createdAt: start + number * 1000,
    updatedAt: start + number * 1000,
    closedAt: undefined,
    closedBy: undefined,
    reopenedAt: undefined,
    isLocked: false,
    blockedBy: links(),
    blocking: links(),
    comments: [],
    own: [],
    spoiled: [],
    forged: [],
    ...changes,
  };
}

export function links(...issues: readonly IssueSeen[]): IssueSeen["blockedBy"] {
  return { complete: true, unreadable: 0, issues: issues.map(link) };
}

function link(seen: IssueSeen): LinkedIssue {
  const { id, repositoryId, number, title, issueState, closedAt } = seen;
  return { id, repositoryId, owner: demo.owner, repo: demo.name, number, title, issueState, closedAt };
}

export function task(
  number: number,
  changes: Partial<IssueSeen> & { readonly blockedByText?: string } = {},
): IssueSeen {
  const { blockedByText, ...rest } = changes;
  const text = blockedByText === undefined ? "" : `\n### Blocked by\n\n${blockedByText}\n`;
  return issue(number, {
    title: `Task ${number}`,
    labels: ["kind:task"],
    assignees: [alice],
    body: `### Goal\n\nBuild part ${number}.\n${text}`,
    ...rest,
  });
}

export function question(number: number, blocks: string, changes: Partial<IssueSeen> = {}): IssueSeen {
  const sections = {
    "Blocking task": blocks,
    Category: "implementation",
    Urgency: "blocking",
    Context: "I tried both.",
  };
  return issue(number, {
    title: `Q: Question ${number}`,
    labels: ["kind:question"],
    body: form(sections),
    ...changes,
  });
}

export function answer(
  number: number,
  answers: string,
  changes: Partial<IssueSeen> & { readonly decision?: string } = {},
): IssueSeen {
  const { decision = `Decision ${number}`, ...rest } = changes;
  const sections = { Answers: answers, Decision: decision, Rationale: "It is simpler." };
  return issue(number, {
    title: `A: Answer ${number}`,
    labels: ["kind:answer"],
    author: bob,
    body: form(sections),
    ...rest,
  });
}

export function discovery(
  number: number,
  relevantTo: string,
  changes: Partial<IssueSeen> & { readonly action?: string } = {},
): IssueSeen {
  const { action = "fix", ...rest } = changes;
  const sections = {
    "Found by": "bob",
    "Relevant to": relevantTo,
    Finding: "The token never ends.",
    "Action needed": action,
  };
  return issue(number, {
    title: `Discovery: Finding ${number}`,
    labels: ["kind:discovery"],
    author: bob,
    body: form(sections),
    ...rest,
  });
}

export function handover(
  number: number,
  completes: string,
  changes: Partial<IssueSeen> & { readonly says?: Readonly<Record<string, string>> } = {},
): IssueSeen {
  const { says = {}, ...rest } = changes;
  const sections = {
    Completes: completes,
    Status: "complete",
    Changes: "- src/a.ts: does it",
    Verified: "- npm test: passed",
    Context: "It was easy.",
    "Next steps": "1. Nothing.",
    ...says,
  };
  return issue(number, {
    title: `Handover: Work ${number}`,
    labels: ["kind:handover"],
    body: form(sections),
    ...rest,
  });
}

export function escalation(
  number: number,
  regarding: string,
  changes: Partial<IssueSeen> & { readonly urgency?: string } = {},
): IssueSeen {
  const { urgency = "blocking", ...rest } = changes;
  const sections = {
    Regarding: regarding,
    Urgency: urgency,
    Context: "Two stores are in use.",
    Question: "Which one stays?",
    Options: "1. Use SQLite.\n2. Use files.\n   They are simple.",
    "Impact of delay": "Work stops.",
  };
  return issue(number, {
    title: `Escalation: Decision ${number}`,
    labels: ["kind:escalation"],
    body: form(sections),
    ...rest,
  });
}

export function space(
  number: number,
  changes: Partial<IssueSeen> & { readonly says?: Readonly<Record<string, string>> } = {},
): IssueSeen {
  const { says = {}, ...rest } = changes;
  return issue(number, {
    title: `Space: Space ${number}`,
    labels: ["kind:space"],
    body: form({ Purpose: "Everyone can log in.", Track: "auth", ...says }),
    ...rest,
  });
}

export function closed(seen: IssueSeen, issueState: IssueState, at: number, by: Actor = alice): IssueSeen {
  return { ...seen, issueState, closedAt: at, closedBy: by, updatedAt: at };
}

/** Closed as a duplicate of `original`. */
export function closedAsDuplicate(seen: IssueSeen, original: IssueSeen, at = start + 60_000): IssueSeen {
  return { ...closed(seen, duplicate, at, bob), duplicateOf: link(original) };
}

export const empty: Snapshot = {
  records: new Map(),
  repositories: new Map([[demo.id, demo]]),
  roles: new Map(),
  namedBy: new Map(),
  waits: new Map(),
  refusals: new Map(),
  ledger: new Map(),
};

const roles: Readonly<Record<string, Role>> = {
  U_maria: "admin",
  U_alice: "write",
  U_bob: "write",
  U_mallory: "none",
};

/** The App's decision after reading these issues, all fresh. */
export function decided(
  issues: readonly IssueSeen[],
  changes: Partial<Snapshot> = {},
  known: Partial<Context> = {},
  evidence: Readonly<Record<string, Evidence>> = {},
) {
  const roleFacts = Object.entries(roles).map(
    ([actorId, role]): Fact => ({ type: "RoleSeen", repositoryId: demo.id, actorId, role }),
  );
  const seen = issues.map((each): Fact => ({ type: "IssueSeen", issue: each, readAt: start + 1_000_000 }));
  const work = Object.entries(evidence).map(
    ([issueId, found]): Fact => ({ type: "EvidenceSeen", issueId, evidence: found }),
  );
  const { snapshot } = fold({ ...empty, ...changes }, [
    ...(changes.roles === undefined ? roleFacts : []),
    ...seen,
    ...work,
  ]);
  return decide(
    snapshot,
    issues.map(({ id }) => id),
    { ...context, ...known },
  );
}

export const context: Context = {
  now: start + 1_000_000,
  settings: defaultSettings,
  botId: us.id,
  keepsIndex: true,
  render: (text) => JSON.stringify(text),
};

/** The effects on one issue, by stored slot. */
export function effectsOn(decision: ReturnType<typeof decide>, number: number) {
  const mine = decision.effects.filter(({ issueId }) => issueId === `I_${number}`);
  return new Map(mine.map(({ slot, effect }) => [formatSlot(slot), effect]));
}

/** The labels that a decision adds to one issue. */
export function added(decision: ReturnType<typeof decide>, number: number): readonly string[] {
  const effect = effectsOn(decision, number).get("labels");
  return effect?.type === "SetLabels" ? effect.add : [];
}
