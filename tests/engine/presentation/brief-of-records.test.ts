/** What a brief has of each thing, from records: who holds the task, what blocks it, what was decided and found about it. */
import { describe, expect, test } from "vitest";
import type { IssueSeen, RepositorySeen } from "../../../src/engine/model/fact.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { viewOf } from "../../../src/engine/model/view.ts";
import { briefOf } from "../../../src/engine/presentation/brief.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import { acceptedFor, recordOf } from "../../support/answered.ts";
import { vote } from "../../support/ballots.ts";
import { contract } from "../../support/contract-issues.ts";
import { evidence, pullRequest } from "../../support/evidence.ts";
import { form } from "../../support/form.ts";
import {
  alice,
  closed,
  completed,
  demo,
  discovery,
  empty,
  escalation,
  handover,
  issue,
  links,
  mallory,
  maria,
  notPlanned,
  question,
  start,
  task,
} from "../../support/issues.ts";

const vault: RepositorySeen = { ...demo, id: "R_vault", name: "vault", isPrivate: true };
const api: RepositorySeen = { ...demo, id: "R_api", name: "api" };

function briefWith(subject: IssueRecord, ...others: readonly IssueRecord[]) {
  const view = viewOf({
    ...empty,
    repositories: new Map([demo, vault, api].map((each) => [each.id, each])),
    records: new Map([subject, ...others].map((each) => [each.seen.id, each])),
  });
  return briefOf(view, subject);
}
const subject = (changes: Partial<IssueSeen> = {}) => recordOf(task(12, changes));

describe("the brief of a task", () => {
  test("that has nothing but a goal has nothing else", () => {
    expect(briefWith(subject())).toStrictEqual({
      title: "Task 12",
      status: "ready",
      assignees: ["alice"],
      goal: "Build part 12.",
      acceptance: [],
      files: [],
      requires: [],
      blockers: [],
      decisions: [],
      discoveries: [],
      handovers: [],
    });
  });

  test("has everything that its text says, and who holds it since when", () => {
    const body = form({
      Goal: "Store it.",
      "Acceptance criteria": "- [x] It is stored.\n- [ ] It is read.",
      Files: "src/store/**",
      Requires: "docker",
      Skill: "release",
    });
    const lease = {
      holder: { agent: "ada", account: "U_ada", login: "ada" },
      token: 7,
      since: start,
      claim: "IC_0",
    };
    const { holder, ...brief } = briefWith(recordOf(task(12, { body }), { lease }));
    expect(holder).toEqual({ name: "ada", since: "2026-01-01 00:00 UTC" });
    expect(brief).toMatchObject({
      goal: "Store it.",
      acceptance: [
        { text: "It is stored.", done: true },
        { text: "It is read.", done: false },
      ],
      files: ["src/store/**"],
      requires: ["docker"],
      skill: "release",
    });
  });

  test("has no text that nobody stands for, and says that it is closed", () => {
    const renamed = recordOf(task(12), { admitted: { hash: "0", by: maria.id, title: "Before" } });
    expect(briefWith(renamed)).toMatchObject({
      title: "Before",
      goal: "",
      acceptance: [],
      files: [],
      requires: [],
    });
    expect(briefWith(recordOf(closed(task(12), completed, start))).status).toBe("closed");
    expect(briefWith(recordOf(issue(12))).goal).toBe("");
  });

  test("names a blocker that is in no index, and has nothing else of it", () => {
    const brief = briefWith(subject({ blockedBy: links(task(13)) }));
    expect(brief.blockers).toEqual([{ name: "#13", title: "Task 13", verdict: "open" }]);
    expect(brief).toMatchObject({ decisions: [], discoveries: [], handovers: [] });
  });

  test("has only blockers that still block", () => {
    const [open, over] = [task(13), closed(task(14), completed, start)];
    const blocked = subject({ blockedBy: links(open, over) });
    expect(briefWith(blocked, recordOf(open), recordOf(over)).blockers).toEqual([
      { name: "#13", title: "Task 13", verdict: "open" },
    ]);
  });
});

describe("the decisions in a brief", () => {
  const asked = question(40, "#12", { title: "Q: Which store?" });
  const decisionsOf = (...others: readonly IssueRecord[]) => briefWith(subject(), ...others).decisions;
  const version = ({ title, textHash }: IssueSeen) => ({ title, hash: textHash });

  test("are those of questions, with the reason, and with the title of then", () => {
    const accepted = acceptedFor(asked, "Use SQLite.", { because: "It is small." });
    const head = { name: "#40", title: "Q: Which store?" };
    expect(decisionsOf(recordOf(asked, { accepted }))).toEqual([
      { ...head, decision: "Use SQLite.", by: "maria", because: "It is small." },
    ]);
    const plain = acceptedFor(asked, "Use SQLite.", { version: { title: "Q: Before?", hash: "0" } });
    expect(decisionsOf(recordOf(asked, { accepted: plain }))).toEqual([
      { name: "#40", title: "Q: Before?", isEdited: true, decision: "Use SQLite.", by: "maria", because: "" },
    ]);
  });

  test("are none of what is no question any more, whatever it was answered before", () => {
    const accepted = acceptedFor(asked, "Use SQLite.");
    const now = task(40, { blockedByText: "#12" });
    expect(decisionsOf(recordOf(now, { accepted }))).toEqual([]);
  });

  test("are those of votes, by whom if a person decided", () => {
    const seen = vote();
    const outcome = {
      result: "carried",
      option: 1,
      decision: keepWords("SQLite."),
      version: version(seen),
      at: start,
    } as const;
    const head = { name: "#50", title: "Vote: Which store", decision: "SQLite." };
    expect(decisionsOf(recordOf(seen, { outcome: { ...outcome, how: "count" } }))).toEqual([
      { ...head, by: "vote", because: "" },
    ]);
    const by = { id: maria.id, login: "maria" };
    const decided = { ...outcome, how: "command", result: "decided", by, because: "we run it" } as const;
    expect(decisionsOf(recordOf(seen, { outcome: decided }))).toEqual([
      { ...head, by: "maria", because: "we run it" },
    ]);
  });

  test("are those of escalations about the task itself", () => {
    const seen = escalation(60, "#12");
    const by = { id: maria.id, login: "maria" };
    const decided = {
      how: "command",
      word: "IC_9",
      version: version(seen),
      by,
      at: start,
      row: "people",
      decision: keepWords("Use files."),
      because: "they are there",
    } as const;
    expect(decisionsOf(recordOf(seen, { decided }))).toEqual([
      {
        name: "#60",
        title: "Escalation: Decision 60",
        decision: "Use files.",
        by: "maria",
        because: "they are there",
      },
    ]);
    expect(decisionsOf(recordOf(seen))).toEqual([]);
    expect(decisionsOf(recordOf(task(61, { blockedByText: "#12" }), { decided }))).toEqual([]);
  });

  test("are the interfaces in force, with their beginning", () => {
    const seen = contract(20, { issueState: completed, says: { Provider: "#12" } });
    const outcome = {
      how: "count",
      result: "carried",
      decision: keepWords("orders-api 1.2.0"),
      version: version(seen),
      at: start + 60_000,
    } as const;
    const [made] = decisionsOf(recordOf(seen, { outcome }));
    expect(made).toMatchObject({ name: "#20", title: seen.title, by: "its parties", because: "" });
    expect(made?.decision).toMatch(/^orders-api 1\.2\.0 \(\w+\)\n\n./);
    expect(decisionsOf(recordOf(seen))).toEqual([]);
    const by = { id: maria.id, login: "maria" };
    const declined = { ...outcome, how: "decision", result: "declined", by } as const;
    expect(decisionsOf(recordOf(seen, { outcome: declined }))).toEqual([]);
    const decided = { ...outcome, how: "decision", result: "decided", by } as const;
    expect(decisionsOf(recordOf(seen, { outcome: decided }))[0]).toMatchObject({ by: "maria" });
    const long = contract(20, {
      issueState: completed,
      says: { Provider: "#12", Definition: "x ".repeat(2_000) },
    });
    const [cut] = decisionsOf(recordOf(long, { outcome: { ...outcome, version: version(long) } }));
    expect(cut?.decision.length).toBeLessThan(1_700);
  });

  test("come with the newest issue first, each once, and only if they may be shown here", () => {
    const older = question(39, "#12", { createdAt: start + 1 });
    const all = [older, asked].map((seen) => recordOf(seen, { accepted: acceptedFor(seen, "Yes.") }));
    expect(decisionsOf(...all).map(({ name }) => name)).toEqual(["#40", "#39"]);
    const blocked = subject({ blockedBy: links(asked) });
    expect(briefWith(blocked, ...all).decisions.map(({ name }) => name)).toEqual(["#40", "#39"]);
    const secret = question(41, "acme/demo#12", { repositoryId: vault.id });
    const stranger = question(42, "#12", { author: mallory });
    expect(
      decisionsOf(
        recordOf(secret, { accepted: acceptedFor(secret, "Yes.") }),
        recordOf(stranger, { accepted: acceptedFor(stranger, "Yes."), admitted: undefined }),
      ),
    ).toEqual([]);
    const foreign = question(43, "acme/demo#12", { repositoryId: api.id });
    expect(decisionsOf(recordOf(foreign, { accepted: acceptedFor(foreign, "Yes.") }))[0]?.name).toBe(
      "acme/api#43",
    );
  });

  test("are also those of what only blocks it", () => {
    const blocker = question(44, "#99");
    const accepted = acceptedFor(blocker, "Yes.");
    const found = briefWith(subject({ blockedBy: links(blocker) }), recordOf(blocker, { accepted }));
    expect(found.decisions.map(({ name }) => name)).toEqual(["#44"]);
  });
});

describe("discoveries and handovers in a brief", () => {
  test("are what was found, as long as it is open", () => {
    expect(briefWith(subject(), recordOf(discovery(50, "#12"))).discoveries).toEqual([
      { name: "#50", title: "Discovery: Finding 50", finding: "The token never ends.", actionNeeded: "fix" },
    ]);
    const done = closed(discovery(50, "#12"), completed, start);
    expect(briefWith(subject(), recordOf(done)).discoveries).toEqual([]);
    expect(briefWith(subject(), recordOf(discovery(50, "#12", { body: "Hm." }))).discoveries).toEqual([]);
  });

  test("are what was handed over, the newest first, with its pull request and how it stands", () => {
    const says = { Status: "partial", Blockers: "#13", "Next steps": "1. Log out." };
    const open = recordOf(handover(60, "#12", { says, createdAt: start }));
    const withdrawn = recordOf(
      closed(handover(61, "#12", { says, createdAt: start }), notPlanned, start + 1, alice),
    );
    const seen = handover(62, "#12", { says: { ...says, "Pull request": "#33" }, createdAt: start - 1 });
    const read = { ...recordOf(seen), evidence: evidence({ pullRequest: pullRequest() }) };
    const found = briefWith(subject(), open, withdrawn, read).handovers;
    expect(found.map(({ name, standing, pullRequest: pull }) => [name, standing, pull])).toEqual([
      ["#61", "withdrawn", undefined],
      ["#60", "open", undefined],
      ["#62", "open", "#34"],
    ]);
    expect(found[0]).toMatchObject({
      outcome: "partial",
      context: "It was easy.",
      nextSteps: "1. Log out.",
      changes: [{ name: "src/a.ts", note: "does it" }],
    });
    const named = recordOf(handover(63, "#12", { says: { ...says, "Pull request": "#33" } }));
    expect(briefWith(subject(), named).handovers[0]?.pullRequest).toBe("#33");
    const unread = { ...named, evidence: evidence({ pullRequest: undefined }) };
    expect(briefWith(subject(), unread).handovers[0]?.pullRequest).toBe("#33");
  });
});
