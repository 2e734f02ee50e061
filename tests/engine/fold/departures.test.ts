import { describe, expect, it } from "vitest";
import { decide } from "../../../src/engine/decide.ts";
import { fold } from "../../../src/engine/fold/fold.ts";
import { visibilityMs } from "../../../src/engine/fold/seen-record.ts";
import type { Fact } from "../../../src/engine/model/fact.ts";
import {
  added,
  context,
  decided,
  effectsOn,
  empty,
  links,
  question,
  start,
  task,
} from "../../support/issues.ts";

describe("a blocker that moves out of sight", () => {
  it.each(["deleted", "transferred", "unreadable"] as const)(
    "D06 D08 D10 a task stays blocked when its blocker is %s, and a person is asked",
    (why) => {
      const facts: readonly Fact[] = [
        { type: "RoleSeen", repositoryId: "R_demo", actorId: "U_alice", role: "write" },
        { type: "IssueSeen", issue: task(12, { blockedBy: links(task(13)) }), readAt: start },
        { type: "IssueSeen", issue: task(13), readAt: start },
        why === "unreadable"
          ? { type: "IssueGone", id: "I_13", why, readAt: start + visibilityMs }
          : { type: "IssueGone", id: "I_13", why },
      ];
      const later = task(12, { updatedAt: start + 60_000 });
      const seen: Fact = { type: "IssueSeen", issue: later, readAt: start + 60_000 };
      const { snapshot } = fold(fold(empty, facts).snapshot, [seen]);
      const decision = decide(snapshot, ["I_12"], context);
      expect(added(decision, 12)).toEqual(["status:blocked"]);
      const status = effectsOn(decision, 12).get("status");
      expect(status?.type === "ShowStatus" && JSON.parse(status.text).data).toMatchObject({
        asksPerson: true,
        inTheWay: [{ name: "acme/demo#13", state: "deleted or no longer accessible" }],
      });
    },
  );
});

describe("label and issue type", () => {
  it("D14 a label and an issue type that disagree are a problem for people, and nothing is guessed", () => {
    const decision = decided([task(12), question(40, "#12", { nativeType: "Task" })]);
    expect(added(decision, 40)).toContain("needs-fix");
    expect(effectsOn(decision, 40).has("edge I_12")).toBe(false);
    const status = effectsOn(decision, 40).get("status");
    expect(status).toMatchObject({
      text: expect.stringContaining("The label says question but the issue type says Task."),
    });
  });
});
