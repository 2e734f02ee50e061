import { describe, expect, it } from "vitest";
import type { IssueSeen, RepositorySeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { viewOf } from "../../../src/engine/model/view.ts";
import { type Brief, briefOf } from "../../../src/engine/presentation/brief.ts";
import { changed, evidence, pullRequest } from "../../support/evidence.ts";
import {
  answer,
  closed,
  completed,
  decided,
  demo,
  discovery,
  empty,
  handover,
  mallory,
  question,
  start,
  task,
} from "../../support/issues.ts";

const later = start + 600_000;
const vault: RepositorySeen = { ...demo, id: "R_vault", name: "vault", isPrivate: true };

/** The brief of task 12, after all rules have run on these issues. */
function briefAfter(...issues: readonly IssueSeen[]): Brief {
  return briefOfTask(issues);
}

type LastLease = NonNullable<PersistedState["lastLease"]>;

function briefOfTask(issues: readonly IssueSeen[], lastLease?: LastLease): Brief {
  const repositories = new Map([demo, vault].map((each) => [each.id, each]));
  const roles = new Map(
    [demo, vault].flatMap(({ id }) =>
      ["alice", "bob", "maria"].map((login) => [`${id} U_${login}`, "write"] as const),
    ),
  );
  const good = evidence({ pullRequest: pullRequest({ files: [changed("src/a.ts")] }) });
  const found = Object.fromEntries(issues.map(({ id }) => [id, good]));
  const { records } = decided(issues, { repositories, roles }, {}, found);
  const view = viewOf({
    ...empty,
    repositories,
    records: new Map(records.map((record) => [record.seen.id, record])),
  });
  const subject = view.records.get("I_12");
  if (subject === undefined) throw new Error("Task 12 is among the issues.");
  return briefOf(view, { ...subject, persisted: { ...subject.persisted, lastLease } });
}

describe("a brief", () => {
  it("a brief has the decisions of questions about the task", () => {
    const found = briefAfter(task(12), question(40, "#12"), answer(41, "#40", { decision: "Use SQLite." }));
    expect(found.decisions).toEqual([
      { name: "#40", title: "Q: Question 40", decision: "Use SQLite.", by: "bob", because: "" },
    ]);
  });

  it("a brief lists a question without an answer as a blocker, and not as a decision", () => {
    const found = briefAfter(task(12), question(40, "#12"));
    expect(found.blockers).toEqual([{ name: "#40", title: "Q: Question 40", verdict: "open" }]);
    expect(found.decisions).toEqual([]);
  });

  it("a brief has open discoveries, and none that were dealt with", () => {
    const dealtWith = closed(discovery(51, "#12"), completed, later);
    const found = briefAfter(task(12), discovery(50, "#12"), dealtWith);
    expect(found.discoveries).toMatchObject([{ name: "#50", finding: "The token never ends." }]);
  });

  it("a brief has the handovers, newest first, with their status", () => {
    const says = { Status: "partial", Blockers: "#40", "Next steps": "1. Log out." };
    const found = briefAfter(
      task(12),
      task(40),
      handover(60, "#12", { says }),
      handover(61, "#12", { says }),
    );
    expect(found.handovers.map(({ name, standing }) => `${name} ${standing}`)).toEqual([
      "#61 accepted",
      "#60 accepted",
    ]);
    expect(found.handovers[0]).toMatchObject({
      outcome: "partial",
      nextSteps: "1. Log out.",
      pullRequest: "#34",
    });
  });

  it("a brief has the context and next steps of a handover that was refused for its body", () => {
    const unblocked = { Status: "partial", Context: "The cache is stale.", "Next steps": "1. Log out." };
    const vague = { Status: "most of it", Changes: "half of it", Context: "It was late." };
    const lost = { ...unblocked, Completes: "the login" };
    const found = briefAfter(
      task(12),
      handover(60, "#12", { says: unblocked }),
      handover(61, "#12", { says: vague }),
      handover(62, "#12", { says: lost }),
      handover(63, "#12", { says: unblocked, author: mallory }),
      closed(handover(64, "#12", { says: unblocked }), completed, later),
      handover(65, "acme/demo#12", { says: unblocked, repositoryId: vault.id }),
    );
    const refused = { standing: "refused", pullRequest: undefined, changes: [] };
    expect(found.handovers).toEqual([
      { ...refused, name: "#61", outcome: "", context: "It was late.", nextSteps: "1. Nothing." },
      {
        ...refused,
        name: "#60",
        outcome: "partial",
        context: "The cache is stale.",
        nextSteps: "1. Log out.",
      },
    ]);
    expect(found.status).toBe("ready");
  });

  it("a brief has nothing by users without write access, the task's own text included", () => {
    const found = briefAfter(
      task(12, { author: mallory }),
      discovery(50, "#12", { author: mallory }),
      handover(60, "#12", { author: mallory }),
    );
    expect(found).toMatchObject({ goal: "", discoveries: [], handovers: [] });
  });

  it("a brief of a task in a public repository has nothing from a private one", () => {
    const secret = discovery(50, "acme/demo#12", { repositoryId: vault.id });
    expect(briefAfter(task(12), secret).discoveries).toEqual([]);
    const shared = discovery(51, "#12");
    expect(briefAfter(task(12), secret, shared).discoveries.map(({ name }) => name)).toEqual(["#51"]);
  });
});

describe("before you", () => {
  const lastLease: LastLease = {
    holder: { agent: "ada", account: "U_ada" },
    token: 1,
    since: start,
    endedAt: later,
    how: "lapsed",
    because: "ada was not heard from for 4h.",
  };
  const linkedPulls = [{ number: 34, createdAt: start, branch: "agent/ada/12" }];
  const says = { Status: "partial", Blockers: "#41" };
  const made = closed(task(41), completed, later);

  it("AG18 a brief says who held the task, why that ended, and what of it can be continued", () => {
    const issues = [
      task(12, { linkedPulls }),
      handover(60, "#12", { says }),
      made,
      question(40, "#12"),
      question(42, "#12"),
      answer(43, "#42"),
    ];
    expect(briefOfTask(issues, lastLease).before).toEqual({
      holder: "ada",
      from: "2026-01-01 00:00 UTC",
      until: "2026-01-01 00:10 UTC",
      because: "ada was not heard from for 4h.",
      pullRequests: [{ name: "#34", branch: "agent/ada/12" }],
      handover: "#60",
      questions: [{ name: "#40", title: "Q: Question 40" }],
    });
  });

  it("AG18 a partial handover that was refused for its body is what can be continued", () => {
    const refused = handover(60, "#12", { says: { Status: "partial" } });
    expect(briefOfTask([task(12), refused], lastLease).before).toMatchObject({ handover: "#60" });
  });

  it("AG18 nothing is said where nobody held the task, or where it was closed", () => {
    expect(briefOfTask([task(12)]).before).toBeUndefined();
    expect(briefOfTask([task(12)], { ...lastLease, how: "closed" }).before).toBeUndefined();
    const done = closed(task(12), completed, later);
    expect(briefOfTask([done], lastLease).before).toBeUndefined();
  });

  it("AG18 what strangers wrote, and what is in a private repository, is left out", () => {
    const hidden = question(40, "acme/demo#12", { repositoryId: vault.id });
    const stranger = handover(60, "#12", { says, author: mallory });
    const found = briefOfTask([task(12), hidden, stranger, made], lastLease).before;
    expect(found).toMatchObject({ handover: "", questions: [], pullRequests: [] });
  });
});
