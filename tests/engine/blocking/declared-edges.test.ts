/** What a text says about blockers, compared with GitHub's dependencies. */
import { describe, expect, it } from "vitest";
import { decide } from "../../../src/engine/decide.ts";
import { fold } from "../../../src/engine/fold/fold.ts";
import type { Fact, IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import {
  added,
  bob,
  completed,
  context,
  decided,
  demo,
  effectsOn,
  empty,
  links,
  mallory,
  question,
  start,
  task,
} from "../../support/issues.ts";

type Decision = ReturnType<typeof decided>;

const edgesOf = (decision: Decision): readonly string[] =>
  decision.effects.flatMap(({ effect }) => (effect.type === "AddBlockedBy" ? effect.blockerId : []));
const statusOf = (decision: Decision): string => {
  const effect = effectsOn(decision, 12).get("status");
  return effect?.type === "ShowStatus" ? effect.text : "";
};
const status = (persisted: Partial<PersistedState>) => ({
  id: "IC_1",
  key: "status",
  text: "",
  persisted: { ...emptyPersistedState, ...persisted },
  createdAt: start,
  isMinimized: false,
});
const saying = (blockedBy: string, goal = "Build it.") =>
  task(12, { body: `### Goal\n\n${goal}\n\n### Blocked by\n\n${blockedBy}\n` });

describe("text about another issue creates no dependency", () => {
  it.each([
    ["in a sentence", saying("None", "This depends on #13 and is blocked by #13.")],
    ["in inline code", saying("None", "Run `depends on #13`.")],
    ["in a fence", saying("```\n#13\n```")],
    ["in a quote", saying("> #13")],
    ["in an HTML comment", saying("<!-- #13 -->")],
    ["by a user without write access", { ...saying("#13"), author: mallory }],
  ])("E09 text about another issue creates no dependency %s", (_, seen) => {
    expect(edgesOf(decided([seen, task(13)]))).toEqual([]);
  });

  it("E09 a named issue that does not exist is reported, and the task is blocked until the text is fixed", () => {
    const decision = decided([saying("#99")]);
    expect(edgesOf(decision)).toEqual([]);
    expect(added(decision, 12)).toEqual(["needs-fix", "status:blocked"]);
    expect(statusOf(decision)).toContain("There is no issue `#99`");
  });
});

describe("a blocker that is seen to be a pull request", () => {
  const pull = (closes: readonly number[], others = 0): Fact => ({
    type: "PullSeen",
    repositoryId: demo.id,
    pull: { number: 30, closes, others, isTrusted: true },
  });
  const seeing = (fact: Fact, ...issues: readonly IssueSeen[]) => {
    const facts = issues.map((seen): Fact => ({ type: "IssueSeen", issue: seen, readAt: start + 1_000_000 }));
    const roles = new Map([
      ["R_demo U_alice", "write"],
      ["R_demo U_bob", "write"],
    ]);
    const { snapshot } = fold({ ...empty, roles }, [...facts, fact]);
    return decide(
      snapshot,
      issues.map(({ id }) => id),
      context,
    );
  };
  const problemIn = (decision: ReturnType<typeof seeing>): string => {
    const [{ message, fix }] = JSON.parse(statusOf(decision)).data.fixes.problems;
    return `${message} ${fix}`;
  };

  it("E07 a pull request as a blocker counts as the one issue that it closes, which the status says", () => {
    const first = seeing(pull([13]), saying("#30"), task(13));
    expect(edgesOf(first)).toEqual(["I_13"]);
    expect(added(first, 12)).toEqual(["status:blocked"]);
    const own = [status({ edges: ["I_13"] })];
    const later = seeing(
      pull([13]),
      task(12, { blockedByText: "#30", blockedBy: links(task(13)), own }),
      task(13),
    );
    expect(JSON.parse(statusOf(later)).data).toMatchObject({
      throughPulls: [{ pull: "#30", issue: "#13" }],
      fixes: { problems: [] },
      removed: [],
    });
  });

  it.each([
    ["none", pull([]), /`#30` is a pull request.*closes no issue here/],
    ["several", pull([13, 14]), /`#30` is a pull request.*closes `#13`, `#14`\. Use the issue you mean/],
    ["one here and one elsewhere", pull([13], 1), /closes `#13` and others elsewhere/],
    ["the task itself", pull([12]), /closes this issue itself/],
  ])(
    "E07 a pull request as a blocker blocks the task and names the candidates if it closes %s",
    (_, fact, expected) => {
      const decision = seeing(fact, saying("#30"), task(13), task(14));
      expect(edgesOf(decision)).toEqual([]);
      expect(added(decision, 12)).toEqual(["needs-fix", "status:blocked"]);
      expect(problemIn(decision)).toMatch(expected);
    },
  );

  it("E07 a pull request in a command counts as the issue that it closes, or the reply names the candidates", () => {
    const command = { id: "IC_7", author: bob, text: "/block #30", createdAt: start + 50_000 };
    const commanding = task(12, { comments: [command] });
    expect(edgesOf(seeing(pull([13]), commanding, task(13)))).toEqual(["I_13"]);
    const reply = effectsOn(seeing(pull([13, 14]), commanding, task(13), task(14)), 12).get("reply:IC_7");
    expect(reply).toMatchObject({ text: expect.stringContaining("It closes `#13`, `#14`.") });
  });
});

describe("a blocker that may be a pull request", () => {
  const advice = "If it is a pull request, use the issue that it closes.";

  it("E07 a possible pull request in a task's text creates no dependency, blocks the task, and the status says what to name instead", () => {
    const decision = decided([saying("#30")]);
    expect(edgesOf(decision)).toEqual([]);
    expect(added(decision, 12)).toEqual(["needs-fix", "status:blocked"]);
    const { problems, repairedBody } = JSON.parse(statusOf(decision)).data.fixes;
    expect(problems).toMatchObject([{ section: "Blocked by", fix: advice }]);
    expect(repairedBody).toContain(`${advice} -->\n\n#30`);
  });

  it("E07 a possible pull request in a command gets one reply with the same advice", () => {
    const command = { id: "IC_7", author: bob, text: "/block #30", createdAt: start + 50_000 };
    const reply = effectsOn(decided([task(12, { comments: [command] })]), 12).get("reply:IC_7");
    expect(reply).toMatchObject({ type: "AddComment", text: expect.stringContaining(advice) });
  });
});

describe("text and dependencies that differ", () => {
  const persisted = { edges: ["I_13"] };

  it("E10 the dependency on GitHub blocks the task, and the text's is shown as removed", () => {
    const seen = task(12, { blockedByText: "#13", blockedBy: links(task(14)), own: [status(persisted)] });
    const decision = decided([seen, task(13), task(14)]);
    expect(edgesOf(decision)).toEqual([]);
    expect(added(decision, 12)).toEqual(["status:blocked"]);
    const { inTheWay, removed } = JSON.parse(statusOf(decision)).data;
    expect(inTheWay.map(({ name }: { name: string }) => name)).toEqual(["#14"]);
    expect(removed).toEqual(["#13"]);
  });

  it("E10 a task without any dependency left is ready, whatever its text still says", () => {
    const decision = decided([task(12, { blockedByText: "#13", own: [status(persisted)] }), task(13)]);
    expect(added(decision, 12)).toEqual(["status:ready"]);
    expect(JSON.parse(statusOf(decision)).data.removed).toEqual(["#13"]);
  });

  it("E10 a text that no longer names its blocker is shown as differing, and the dependency blocks the task", () => {
    const own = [status(persisted)];
    const decision = decided([task(12, { blockedBy: links(task(13)), own }), task(13)]);
    expect(edgesOf(decision)).toEqual([]);
    expect(added(decision, 12)).toEqual(["status:blocked"]);
    expect(JSON.parse(statusOf(decision)).data).toMatchObject({ removed: [], unnamed: ["#13"] });
    const named = decided([task(12, { blockedByText: "#13", blockedBy: links(task(13)), own }), task(13)]);
    expect(JSON.parse(statusOf(named)).data.unnamed).toEqual([]);
    const settled = decided([
      task(12, { blockedBy: links(task(13)), own }),
      task(13, { issueState: completed }),
    ]);
    expect(JSON.parse(statusOf(settled)).data.unnamed).toEqual([]);
    const byPeople = decided([task(12, { blockedBy: links(task(13)), own: [status({})] }), task(13)]);
    expect(JSON.parse(statusOf(byPeople)).data.unnamed).toEqual([]);
  });

  it("E10 a text that names one more issue creates that dependency once, and keeps those that people created", () => {
    const seen = task(12, {
      blockedByText: "#13, #15",
      blockedBy: links(task(14)),
      own: [status(persisted)],
    });
    expect(edgesOf(decided([seen, task(13), task(14), task(15)]))).toEqual(["I_15"]);
  });

  it("E10 a dependency that a person removed before the issue was first read is not created again, and that is persisted", () => {
    const decision = decided([task(12, { blockedByText: "#13", cuts: ["I_13", "I_14"] }), task(13)]);
    expect(edgesOf(decision)).toEqual([]);
    expect(added(decision, 12)).toEqual(["status:ready"]);
    expect(JSON.parse(statusOf(decision)).data.removed).toEqual(["#13"]);
    expect(effectsOn(decision, 12).get("status")).toMatchObject({ persisted: { edges: ["I_13"] } });
    const asked = decided([task(12), question(40, "#12", { cuts: ["I_12"] })]);
    expect(edgesOf(asked)).toEqual([]);
    expect(added(asked, 12)).toEqual(["status:ready"]);
  });

  it("E10 a question's text does not block a task whose dependency a person removed", () => {
    const own = [{ ...status({ edges: ["I_12"] }) }];
    const decision = decided([task(12), question(40, "#12", { own })]);
    expect(edgesOf(decision)).toEqual([]);
    expect(added(decision, 12)).toEqual(["status:ready"]);
  });
});
