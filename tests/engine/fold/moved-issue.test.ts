import { expect, test } from "vitest";
import { withMoved } from "../../../src/engine/fold/moved-issue.ts";
import { decided, demo, task } from "../../support/issues.ts";

test("a task that was notified of an unblocking or a changed decision knows both by the new ids", () => {
  const [record] = decided([task(12)]).records;
  if (record === undefined) throw new Error("It was not decided about.");
  const woken = ["I_42@5", "overruled:I_42", "overruled:I_421"];
  const before = { ...record, persisted: { ...record.persisted, woken } };
  const move = { from: "I_42", to: "I_99", number: 9 };
  const after = withMoved(before, move, demo, { owner: "acme", repo: "demo", number: 42 });
  expect(after.persisted.woken).toEqual(["I_99@5", "overruled:I_99", "overruled:I_421"]);
});
