/** Tasks whose own text cannot be parsed: it is unknown what they wait for, so none of them is handed out. */
import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/engine/decide.ts";
import { added, closed, completed, decided, effectsOn, links, start, task } from "../../support/issues.ts";

const memoryOf = ({ records }: Decision) => records.find(({ seen }) => seen.number === 12)?.persisted;
const hiding = "### Goal\n\nBuild it.\n\n```\na log\n\n### Blocked by\n\n#13\n";

describe("a task that cannot be parsed", () => {
  it.each([
    ["F07 a task with an open fence that may hide what it waits for", { body: hiding }],
    ["F02 a task without a goal, whatever else it says,", { body: "### Blocked by\n\n#13\n" }],
    ["F02 a task with an empty body", { body: "" }],
    ["F03 a task that is too long to be parsed", { body: `### Goal\n\n${"x".repeat(300_000)}` }],
    ["a task of another major version", { body: "### Goal\n\nBuild it.\n\n```signalbox\nv: 2.0\n```\n" }],
    ["D14 a task of two kinds at once", { labels: ["kind:task", "kind:question"] }],
  ])("%s is blocked by its own body until that is fixed", (_, changes) => {
    const decision = decided([task(12, changes), task(13)]);
    expect(added(decision, 12)).toEqual(expect.arrayContaining(["needs-fix", "status:blocked"]));
    expect(added(decision, 12)).not.toContain("status:ready");
    expect(effectsOn(decision, 12).get("status")).toMatchObject({
      type: "ShowStatus",
      text: expect.stringContaining('"inTheWay":[]'),
    });
  });

  it("a task is ready as soon as its text is fixed, without a notice: the editor knows", () => {
    const broken = decided([task(12, { body: hiding })]);
    const mended = decided([task(12)], {
      records: new Map(broken.records.map((each) => [each.seen.id, each])),
    });
    expect(added(mended, 12)).toEqual(["status:ready"]);
    expect(effectsOn(mended, 12).has("wake")).toBe(false);
  });

  it("a task whose text is fixed still gets a notice for blockers that were resolved meanwhile", () => {
    const held = decided([task(12, { blockedBy: links(task(13)) }), task(13)]);
    expect(memoryOf(held)?.heldBy).toEqual(["I_13"]);
    const done = closed(task(13), completed, start + 50_000);
    const keep = (decision: Decision) => ({
      records: new Map(decision.records.map((each) => [each.seen.id, each])),
    });
    const broken = decided([task(12, { body: hiding, blockedBy: links(done) }), done], keep(held));
    expect(effectsOn(broken, 12).has("wake")).toBe(false);
    const mended = decided([task(12, { blockedBy: links(done) }), done], keep(broken));
    expect(effectsOn(mended, 12).get("wake")).toMatchObject({ marker: `wake:I_13@${start + 50_000}` });
  });
});
