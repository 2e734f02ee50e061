/** Kinds mirrored to an organisation's issue types: only if it has them and the issue has no type. */
import { describe, expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { added, closed, completed, decided, effectsOn, mallory, start, task } from "../../support/issues.ts";

const types = (...names: readonly string[]) => ({
  issueTypes: new Map([["R_demo", names.map((name) => ({ id: `IT_${name}`, name }))]]),
});
const typeOn = (
  changes: Partial<IssueSeen>,
  organisation: ReturnType<typeof types> = types("Bug", "Task"),
  known: Parameters<typeof decided>[2] = {},
) => effectsOn(decided([task(12, changes)], organisation, known), 12).get("type");

describe("a confirmed kind", () => {
  test("a confirmed kind is mirrored to the organisation's type of that name, regardless of case", () => {
    expect(typeOn({})).toEqual({ type: "SetType", typeId: "IT_Task", name: "Task" });
    expect(typeOn({}, types("TASK"))).toMatchObject({ typeId: "IT_TASK" });
  });

  test.each([
    ["the organisation has no such type", {}, types("Bug")],
    ["the organisation has no types at all", {}, types()],
    ["the issue has a type", { nativeType: "Task" }, types("Task")],
    ["the issue is an ordinary one", { labels: [], body: "Nothing." }, types("Task")],
    ["the author has no write access", { author: mallory }, types("Task")],
    ["the issue has no kind label", { labels: [] }, types("Task")],
  ])("a kind is not mirrored: %s", (_, changes, organisation) => {
    expect(typeOn(changes, organisation)).toBeUndefined();
  });

  test("a kind is mirrored neither on a closed issue nor if the settings disable it", () => {
    const done = decided([closed(task(12), completed, start)], types("Task"));
    expect(effectsOn(done, 12).has("type")).toBe(false);
    const settings = settingsSchema.parse({ issue_types: false });
    expect(typeOn({}, types("Task"), { settings })).toBeUndefined();
  });

  test("a kind is mirrored again from the persisted state when its label was deleted", () => {
    const own = [
      {
        id: "IC_1",
        key: "status",
        text: "",
        persisted: { ...emptyPersistedState, kind: "task" },
        createdAt: start,
        isMinimized: false,
      },
    ];
    expect(typeOn({ labels: [], own })).toMatchObject({ name: "Task" });
  });
});

test("D14 a type that contradicts the label is never overwritten, and people are asked about both", () => {
  const decision = decided([task(12, { nativeType: "Question" })], types("Task", "Question"));
  expect(effectsOn(decision, 12).has("type")).toBe(false);
  expect(added(decision, 12)).toContain("needs-fix");
  const ordinary = decided([task(12, { nativeType: "Bug" })], types("Task", "Bug"));
  expect(effectsOn(ordinary, 12).has("type")).toBe(false);
  expect(added(ordinary, 12)).not.toContain("needs-fix");
});
