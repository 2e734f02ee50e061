import { StatementSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { demo } from "../../../support/issues.ts";
import { newHome, openTestStore } from "../../homes.ts";

const settings = (text: string) => ({ commit: "c1", text, problem: undefined });

test("settings are queried once until they are saved again", async () => {
  const { index } = openTestStore(newHome());
  await index.saveSettings(demo.id, settings("first"));
  const get = vi.spyOn(StatementSync.prototype, "get");
  onTestFinished(() => get.mockRestore());
  const queries = () =>
    get.mock.contexts.filter(
      (each) => each instanceof StatementSync && each.sourceSQL.includes("FROM settings"),
    );
  for (let n = 0; n < 3; n++) expect(index.settings(demo.id)?.text).toBe("first");
  expect(queries()).toHaveLength(1);
  await index.saveSettings(demo.id, settings("second"));
  expect(index.settings(demo.id)?.text).toBe("second");
  expect(queries()).toHaveLength(2);
});

test("settings and labels that were saved and rolled back are those from before", async () => {
  const { index } = openTestStore(newHome());
  await index.saveSettings(demo.id, settings("first"));
  await index.saveLabels(demo.id, { ready: { id: "LA_1", name: "ready" } });
  const { run: original } = StatementSync.prototype;
  const run = vi.spyOn(StatementSync.prototype, "run");
  onTestFinished(() => run.mockRestore());
  run.mockImplementation(function (this: StatementSync, ...values) {
    if (this.sourceSQL !== "COMMIT") return Reflect.apply(original, this, values);
    // Read between the write and the failure, as a decision may.
    expect(index.settings(demo.id)?.text).toBe("second");
    expect(index.labels(demo.id)).toEqual({});
    throw new Error("disk full");
  });
  await expect(
    Promise.all([index.saveSettings(demo.id, settings("second")), index.saveLabels(demo.id, {})]),
  ).rejects.toThrow("disk full");
  run.mockRestore();
  expect(index.settings(demo.id)?.text).toBe("first");
  expect(index.labels(demo.id)).toEqual({ ready: { id: "LA_1", name: "ready" } });
});
