/** Kinds mirrored to an organisation's issue types: where it has them, where the issue has none, and nowhere else. */
import { describe, expect, test } from "vitest";
import type { IssueSeen } from "../../src/engine/model/fact.ts";
import { blankMemory } from "../../src/engine/model/memory.ts";
import { settingsSchema } from "../../src/protocol/config.ts";
import { added, closed, completed, decided, effectsOn, mallory, start, task } from "../support/issues.ts";

const types = (...names: readonly string[]) => ({
  issueTypes: new Map([["R_demo", names.map((name) => ({ id: `IT_${name}`, name }))]]),
});
const typeOn = (
  changes: Partial<IssueSeen>,
  organisation: ReturnType<typeof types> = types("Bug", "Task"),
  known: Parameters<typeof decided>[2] = {},
) => effectsOn(decided([task(12, changes)], organisation, known), 12).get("type");

describe("a settled kind", () => {
  test("is mirrored to the organisation's type of that name, whatever its case", () => {
    expect(typeOn({})).toEqual({ type: "SetType", typeId: "IT_Task", name: "Task" });
    expect(typeOn({}, types("TASK"))).toMatchObject({ typeId: "IT_TASK" });
  });

  test.each([
    ["where the organisation has no such type", {}, types("Bug")],
    ["where it has none at all", {}, types()],
    ["on an issue that has a type", { nativeType: "Task" }, types("Task")],
    ["on an ordinary issue", { labels: [], body: "Nothing." }, types("Task")],
    ["on a stranger's issue", { author: mallory }, types("Task")],
    ["on an issue without a kind label", { labels: [] }, types("Task")],
  ])("is mirrored nowhere else: %s", (_, changes, organisation) => {
    expect(typeOn(changes, organisation)).toBeUndefined();
  });

  test("is mirrored neither on a closed issue nor where the settings say no", () => {
    const done = decided([closed(task(12), completed, start)], types("Task"));
    expect(effectsOn(done, 12).has("type")).toBe(false);
    const settings = settingsSchema.parse({ issue_types: false });
    expect(typeOn({}, types("Task"), { settings })).toBeUndefined();
  });

  test("is mirrored again when its label was deleted, from what is remembered", () => {
    const own = [
      {
        ...{ id: "IC_1", key: "status", text: "", memory: { ...blankMemory, kind: "task" } },
        ...{ createdAt: start, isMinimized: false },
      },
    ];
    expect(typeOn({ labels: [], own })).toMatchObject({ name: "Task" });
  });
});

test("D14 a type that says otherwise than the label is never overwritten, and both are asked about", () => {
  const decision = decided([task(12, { nativeType: "Question" })], types("Task", "Question"));
  expect(effectsOn(decision, 12).has("type")).toBe(false);
  expect(added(decision, 12)).toContain("needs-fix");
  const ordinary = decided([task(12, { nativeType: "Bug" })], types("Task", "Bug"));
  expect(effectsOn(ordinary, 12).has("type")).toBe(false);
  expect(added(ordinary, 12)).not.toContain("needs-fix");
});
