/** Given tasks and who asks for which files: what is locked then, and who waits for whom. */
import { describe, expect, test } from "vitest";
import { locksOf } from "../../../src/engine/locks/requests.ts";
import type { Actor, CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { Context } from "../../../src/engine/model/rule.ts";
import type { IssueRecord, Snapshot, TaskLocks } from "../../../src/engine/model/snapshot.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import {
  alice,
  closed,
  completed,
  context,
  decided,
  demo,
  effectsOn,
  links,
  maria,
  person,
  start,
  task,
} from "../../support/issues.ts";

const ada = person("ada");
const bea = person("bea");
const cleo = person("cleo");
const settings = settingsSchema.parse({
  agents: { ada: { account: ada.id }, bea: { account: bea.id }, cleo: { account: cleo.id } },
  locks: { open: ["CHANGELOG.md"] },
});
const roles = new Map(
  [ada, bea, cleo, alice, maria].map(({ id }) => [`${demo.id} ${id}`, id === maria.id ? "admin" : "write"]),
);

let ids = 0;
function says(author: Actor, text: string, at = 50_000): CommentSeen {
  ids += 1;
  return { id: `IC_${ids}`, commentNumber: ids, author, text, createdAt: start + at };
}

const minute = 60_000;
const now = context.now;

/** A task that the agent holds since a time, with these files, and what was said about it. */
function heldTask(
  number: number,
  holder: Actor,
  files: readonly string[],
  comments: readonly CommentSeen[] = [],
) {
  const section = files.length === 0 ? "" : `\n\n### Files\n\n${files.join("\n")}`;
  return task(number, {
    assignees: [holder],
    assignments: [{ assignee: holder.id, at: start + number * 1_000, by: holder.id }],
    body: `### Goal\n\nBuild part ${number}.${section}\n`,
    comments,
  });
}

interface Known extends Partial<Context> {
  readonly before?: Snapshot["records"];
  readonly locks?: readonly TaskLocks[];
}

/** What agents say counts once they hold their tasks: that is decided first. */
function decideInTurn(issues: readonly IssueSeen[]): Decision {
  return decide(issues, { before: recordsOf(decide(issues.map((each) => ({ ...each, comments: [] })))) });
}

function decide(issues: readonly IssueSeen[], { before, locks, ...known }: Known = {}) {
  const snapshot = {
    roles,
    repositories: new Map([[demo.id, demo]]),
    ...(before === undefined ? {} : { records: before }),
    ...(locks === undefined ? {} : { locks }),
  };
  return decided(issues, snapshot, { settings, ...known });
}

type Decision = ReturnType<typeof decide>;

function stateOf(decision: Decision, number: number): PersistedState {
  const record = decision.records.find(({ seen }) => seen.number === number);
  if (record === undefined) throw new Error(`#${number} was not decided`);
  return record.persisted;
}

/** `src/**`, or `src/** waits`. */
function locksIn(decision: Decision, number: number): readonly string[] {
  return (stateOf(decision, number).locks ?? []).flatMap(({ globs, since, isShared }) =>
    globs.map((glob) => `${isShared === true ? "shared " : ""}${glob}${since === undefined ? " waits" : ""}`),
  );
}

const recordsOf = (decision: Decision): ReadonlyMap<string, IssueRecord> =>
  new Map(decision.records.map((record) => [record.seen.id, record]));

const reactions = (decision: Decision, number: number): readonly string[] =>
  [...effectsOn(decision, number).values()].flatMap((effect) =>
    effect.type === "AddReaction" ? effect.content : [],
  );

describe("AG50 the files of a task", () => {
  test("are locked with the lease, and the later of two tasks waits", () => {
    const decision = decide([
      heldTask(12, ada, ["src/api/**", "docs/api.md"]),
      heldTask(13, bea, ["src/**"]),
    ]);
    expect(locksIn(decision, 12)).toEqual(["src/api/**", "docs/api.md"]);
    expect(locksIn(decision, 13)).toEqual(["src/** waits"]);
    expect(stateOf(decision, 13).lease?.holder.agent).toBe("bea");
  });

  test("the earlier task wins whatever the order in which they are decided", () => {
    const decision = decide([heldTask(13, bea, ["src/**"]), heldTask(12, ada, ["src/api"])]);
    expect([locksIn(decision, 12), locksIn(decision, 13)]).toEqual([["src/api"], ["src/** waits"]]);
  });

  test("a request for several globs is granted whole or not at all", () => {
    const decision = decide([heldTask(12, ada, ["src/api"]), heldTask(13, bea, ["docs", "src/api/x.ts"])]);
    expect(locksIn(decision, 13)).toEqual(["docs waits", "src/api/x.ts waits"]);
  });

  test("two tasks of one agent are never in each other's way", () => {
    const decision = decide([heldTask(12, ada, ["src"]), heldTask(13, ada, ["src/api"])]);
    expect([locksIn(decision, 12), locksIn(decision, 13)]).toEqual([["src"], ["src/api"]]);
  });

  test("what is no glob, and what is open to all, is not locked", () => {
    const files = ["../etc", "CHANGELOG.md", "`src/**`", `${"a".repeat(201)}`];
    expect(locksIn(decide([heldTask(12, ada, files)]), 12)).toEqual(["src/**"]);
  });

  test("the locks of tasks that are not decided about come from the index", () => {
    const holder = { agent: "bea", account: bea.id, login: "bea" };
    const requests = [{ globs: ["src/**"], token: 1, askedAt: start, since: start }];
    const locks = [{ id: "I_13", number: 13, holder, requests }];
    expect(locksIn(decide([heldTask(12, ada, ["src/api"])], { locks }), 12)).toEqual(["src/api waits"]);
    expect(locksIn(decide([heldTask(12, bea, ["src/api"])], { locks }), 12)).toEqual(["src/api"]);
  });

  test("end with the lease, and what waited is looked at again and granted without asking", () => {
    const mine = heldTask(12, ada, ["src/api"]);
    const theirs = heldTask(13, bea, ["src"]);
    const before = recordsOf(decide([mine, theirs]));
    const done = closed(mine, completed, start + 900_000, maria);
    const ended = decide([done], { before });
    expect(locksIn(ended, 12)).toEqual([]);
    expect(ended.refreshes.filter(({ afterMs }) => afterMs === 0).map(({ id }) => id)).toContain(theirs.id);
    const after = decide([theirs], { before: new Map([...before, ...recordsOf(ended)]) });
    expect(locksIn(after, 13)).toEqual(["src"]);
  });

  test("K06 end when their holder falls silent, and what waited for them is looked at", () => {
    const mine = heldTask(12, ada, ["src/api"]);
    const theirs = heldTask(13, bea, ["src"]);
    const before = recordsOf(decide([mine, theirs]));
    const later = now + 4 * 60 * minute;
    const lapsed = decide([mine], { before, now: later, listeningSince: start });
    expect(stateOf(lapsed, 12).lastLease?.how).toBe("lapsed");
    expect(locksIn(lapsed, 12)).toEqual([]);
    expect(lapsed.refreshes.map(({ id }) => id)).toContain(theirs.id);
  });

  test("follow the task's text: what it no longer lists is free, what it adds is asked for", () => {
    const before = recordsOf(decide([heldTask(12, ada, ["src/api", "docs"])]));
    const edited = heldTask(12, ada, ["docs", "web"]);
    expect(locksIn(decide([edited], { before }), 12)).toEqual(["docs", "web"]);
  });
});

describe("AG50 files that a task asks for late", () => {
  const paths = ["src/api"];
  const first = closed(heldTask(11, cleo, paths), completed, now);
  /** Who gets the files of #11 once it is closed: #13 has waited for them since they were locked. */
  function nextAfter(
    seen: IssueSeen,
    before: readonly IssueSeen[],
    state: Partial<PersistedState> = {},
    read: readonly IssueSeen[] = [],
  ) {
    const known = decide([heldTask(11, cleo, paths), heldTask(13, bea, paths), ...before]);
    expect([locksIn(known, 11), locksIn(known, 13)]).toEqual([["src/api"], ["src/api waits"]]);
    const records = new Map(
      [...recordsOf(known)].map(([id, record]) => [
        id,
        record.seen.number === 12 ? { ...record, persisted: { ...record.persisted, ...state } } : record,
      ]),
    );
    const later = decide([seen, ...read], { before: records, now: now + minute });
    const after = decide([first], {
      before: new Map([...records, ...recordsOf(later)]),
      now: now + 2 * minute,
    });
    const all = new Map([...records, ...recordsOf(later), ...recordsOf(after)]);
    const granted = decide([heldTask(13, bea, paths), seen], { before: all, now: now + 3 * minute });
    return [locksIn(granted, 12), locksIn(granted, 13)];
  }

  test("added to a task that was held for longer: not before those that wait already", () => {
    expect(nextAfter(heldTask(12, ada, paths), [heldTask(12, ada, [])])).toEqual([
      ["src/api waits"],
      ["src/api"],
    ]);
  });

  test("by an agent that was assigned long ago, while the task was blocked: not before either", () => {
    const blocker = task(40);
    const blocked = { ...heldTask(12, ada, paths), blockedBy: links(blocker) };
    const settled = closed(blocker, completed, now + minute);
    const freed = { ...blocked, blockedBy: links(settled) };
    expect(nextAfter(freed, [blocked, blocker], {}, [settled])).toEqual([["src/api waits"], ["src/api"]]);
  });

  test("by an agent that held the task before: not before either", () => {
    const lastLease = {
      holder: { agent: "ada", account: ada.id, login: "ada" },
      token: 500,
      since: start,
      ...({ endedAt: start + minute, how: "released", because: "Done.", isOwn: true } as const),
    };
    const free = { ...heldTask(12, ada, paths), assignees: [] };
    const claimed = { ...free, comments: [says(ada, "/claim", 900_000)] };
    expect(nextAfter(claimed, [free], { lastLease })).toEqual([["src/api waits"], ["src/api"]]);
  });

  test("AG27 by an agent whose lease the lost index knew: in its old place", () => {
    expect(nextAfter(heldTask(12, ada, paths), [{ ...heldTask(12, ada, paths), assignees: [] }])).toEqual([
      ["src/api"],
      ["src/api waits"],
    ]);
  });
});

describe("AG50 notes", () => {
  /** `bea path-free: text`, of the notes about locks on a task. */
  const notesOn = ({ notes }: Decision, number: number): readonly string[] =>
    notes.flatMap(({ issueId, kind, to, text }) =>
      issueId === `I_${number}` && kind.startsWith("path-") ? `${to} ${kind}: ${text}` : [],
    );
  const both = [heldTask(12, ada, ["src/api"]), heldTask(13, bea, ["src"])];
  const released = task(12, { assignees: [], body: "### Goal\n\nBuild part 12.\n" });

  test("tell the holder that its files are wanted, and once they are free the one that waited", () => {
    const first = decide(both);
    expect(notesOn(first, 12)).toEqual([]);
    expect(notesOn(first, 13)).toEqual([
      "ada path-wanted: It waits for src, of which #12 has src/api. `/unlock` what you do not need.",
    ]);
    const freed = decide([released, both[1] ?? released], { before: recordsOf(first), now: now + minute });
    expect(locksIn(freed, 13)).toEqual(["src"]);
    expect(notesOn(freed, 13)).toEqual(["bea path-free: Locked for you now: src."]);
    expect(notesOn(decide(both.slice(0, 1)), 12)).toEqual([]);
  });

  test("are dropped once the one that waited does something about its task", () => {
    const freed = decide([released, both[1] ?? released], {
      before: recordsOf(decide(both)),
      now: now + minute,
    });
    const said = { ...(both[1] ?? released), comments: [says(bea, "On it.", now - start + 2 * minute)] };
    const later = decide([said], { before: recordsOf(freed), now: now + 3 * minute });
    expect([locksIn(later, 13), notesOn(later, 13)]).toEqual([["src"], []]);
  });

  test("do not tell of files that were locked without a wait", () => {
    const again = decide(both.slice(0, 1), { before: recordsOf(decide(both.slice(0, 1))) });
    expect([locksIn(again, 12), notesOn(again, 12)]).toEqual([["src/api"], []]);
  });
});

describe("AG50 /lock", () => {
  test("shared locks are not in each other's way; an exclusive one waits for both", () => {
    const decision = decideInTurn([
      heldTask(12, ada, [], [says(ada, "/lock shared src/**", 50_000)]),
      heldTask(13, bea, [], [says(bea, "/lock shared src/api", 51_000)]),
      heldTask(14, cleo, [], [says(cleo, "/lock `src/api/x.ts`", 52_000)]),
    ]);
    expect(locksIn(decision, 12)).toEqual(["shared src/**"]);
    expect(locksIn(decision, 13)).toEqual(["shared src/api"]);
    expect(locksIn(decision, 14)).toEqual(["src/api/x.ts waits"]);
    expect(reactions(decision, 14)).toEqual(["THUMBS_UP"]);
  });

  test("what was asked for earlier is not overtaken, although it waits", () => {
    const decision = decideInTurn([
      heldTask(12, ada, ["src"]),
      heldTask(13, bea, [], [says(bea, "/lock src docs", 51_000)]),
      heldTask(14, cleo, [], [says(cleo, "/lock docs", 52_000)]),
    ]);
    expect(locksIn(decision, 14)).toEqual(["docs waits"]);
  });

  test("needs the lease, but a person needs none", () => {
    const free = task(12, { assignees: [], comments: [says(ada, "/lock src")] });
    expect(reactions(decide([free]), 12)).toEqual(["CONFUSED"]);
    const others = heldTask(13, bea, [], [says(ada, "/lock src")]);
    expect(locksIn(decide([others]), 13)).toEqual([]);
    const persons = task(14, { assignees: [], comments: [says(maria, "/lock src/**")] });
    expect(stateOf(decide([persons]), 14).locks).toEqual([
      { globs: ["src/**"], by: { account: maria.id, login: "maria" }, askedAt: start + 50_000, since: now },
    ]);
  });

  test("for a time: it ends by itself, and its task is looked at then", () => {
    const asking = heldTask(12, ada, [], [says(ada, "/lock src for 10m")]);
    const decision = decideInTurn([asking]);
    expect(decision.refreshes.map(({ afterMs }) => afterMs)).toContain(10 * minute);
    const later = decide([asking], { before: recordsOf(decision), now: now + 10 * minute });
    expect(locksIn(later, 12)).toEqual([]);
  });

  test.each([
    ["/lock ../x", "paths begin at the repository's root"],
    ["/lock CHANGELOG.md", "open to all"],
    [`/lock {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}`, "more than 32"],
    ["/lock", "form"],
    ["/lock src for 99y", "form"],
  ])("%s is refused where it was written", (text, why) => {
    const decision = decideInTurn([heldTask(12, ada, [], [says(ada, text)])]);
    const replies = [...effectsOn(decision, 12).values()].flatMap((effect) =>
      effect.type === "AddComment" ? effect.text : [],
    );
    expect(replies.join()).toContain(why);
    expect(locksIn(decision, 12)).toEqual([]);
  });

  test("a task has at most 50 globs", () => {
    const many = Array.from({ length: 51 }, (_, at) => `src/f${at}.ts`).join(" ");
    expect(reactions(decideInTurn([heldTask(12, ada, [], [says(ada, `/lock ${many}`)])]), 12)).toEqual([
      "CONFUSED",
    ]);
  });
});

describe("AG50 /unlock", () => {
  test("gives up some paths or all, also those under Files, for as long as the lease lasts", () => {
    const held = heldTask(12, ada, ["src", "docs"]);
    const before = recordsOf(decide([held]));
    const some = decide([{ ...held, comments: [says(ada, "/unlock docs")] }], { before });
    expect(locksIn(some, 12)).toEqual(["src"]);
    const all = decide([{ ...held, comments: [says(ada, "/unlock")] }], { before: recordsOf(some) });
    expect(locksIn(all, 12)).toEqual([]);
    expect(reactions(all, 12)).toContain("THUMBS_UP");
  });

  test("a person frees what an agent locked, an agent only its own", () => {
    const held = heldTask(12, ada, ["src"]);
    const before = recordsOf(decide([held]));
    const byBea = decide([{ ...held, comments: [says(bea, "/unlock src")] }], { before });
    expect(locksIn(byBea, 12)).toEqual(["src"]);
    const byMaria = decide([{ ...held, comments: [says(maria, "/unlock src")] }], { before });
    expect(locksIn(byMaria, 12)).toEqual([]);
  });
});

describe("AG54 waits that would close a ring", () => {
  test("are refused at once, and the ring is named", () => {
    const order = says(cleo, "/lock src", 54_000);
    const decision = decideInTurn([
      heldTask(12, ada, ["src"], [says(ada, "/lock docs", 52_000)]),
      heldTask(13, bea, ["docs"], [says(bea, "/lock web", 53_000)]),
      heldTask(14, cleo, ["web"], [order]),
    ]);
    expect(locksIn(decision, 14)).toEqual(["web"]);
    expect(stateOf(decision, 14).declined).toEqual([
      { comment: order.id, because: "it would wait in a ring: #14 → #12 → #13 → #14" },
    ]);
  });

  test("files that a task's text adds are not asked for while they would close one", () => {
    const mine = heldTask(12, ada, ["src"]);
    const theirs = heldTask(13, bea, ["docs"], [says(bea, "/lock src")]);
    const before = recordsOf(decideInTurn([mine, theirs]));
    const edited = heldTask(12, ada, ["src", "docs"]);
    expect(locksIn(decide([edited], { before }), 12)).toEqual(["src"]);
  });
});

describe("AG50 a lease that rests", () => {
  /** Bea's question blocks it. */
  const resting = (seen: IssueSeen): IssueSeen => ({ ...seen, labels: ["kind:task", "status:blocked"] });

  test("keeps its paths for `leases.unheard`, then yields them to those that wait", () => {
    const mine = heldTask(12, ada, ["src"]);
    const theirs = heldTask(13, bea, ["src/api"]);
    const blocker = task(20, { assignees: [] });
    const blocked = resting({ ...mine, blockedBy: links(blocker) });
    const first = decide([mine, theirs]);
    const rests = decide([blocked], { before: recordsOf(first) });
    expect(locksIn(rests, 12)).toEqual(["src"]);
    const before = new Map([...recordsOf(first), ...recordsOf(rests)]);
    const hours = 4 * 60 * minute;
    const kept = decide([blocked], { before, now: now + hours - minute });
    expect(locksIn(kept, 12)).toEqual(["src"]);
    const yielded = decide([blocked], { before, now: now + hours });
    expect(locksIn(yielded, 12)).toEqual(["src waits"]);
    expect(yielded.refreshes.map(({ id }) => id)).toContain(theirs.id);
    const granted = decide([theirs], { before: new Map([...before, ...recordsOf(yielded)]) });
    expect(locksIn(granted, 13)).toEqual(["src/api"]);
  });
});

test("the locks of a task are those of an open task alone", () => {
  const record = recordsOf(decide([heldTask(12, ada, ["src"])])).get("I_12");
  expect(record && locksOf(record)?.requests.map(({ globs }) => globs)).toEqual([["src"]]);
});
