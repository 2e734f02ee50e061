/** What the ledger is told of leases: each that begins and each that ends, also within one decision. */
import { expect, test } from "vitest";
import type { Actor, CommentSeen } from "../../../src/engine/model/fact.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { alice, decided, demo, maria, person, start, task } from "../../support/issues.ts";

const ada = person("ada");
const bea = person("bea");
const settings = settingsSchema.parse({ agents: { ada: { account: ada.id }, bea: { account: bea.id } } });
const roles = new Map([ada, alice, bea, maria].map(({ id }) => [`${demo.id} ${id}`, "write"]));

function notesOn(...said: readonly (readonly [Actor, string])[]): readonly string[] {
  const comments = said.map(([author, text], at): CommentSeen => {
    return { id: `IC_${at}`, commentNumber: at + 1, author, text, createdAt: start + 50_000 };
  });
  const decision = decided([task(12, { assignees: [], comments })], { roles }, { settings });
  const notes = decision.leases.get("I_12") ?? [];
  return notes.map(({ what, because }) => `${what.replace(/\d+$/, "…")}: ${because}`);
}

const adas =
  "ada holds it, with token …: ada claimed it first, by a comment of ada, and nothing was in the way.";
const beas =
  "bea holds it, with token …: bea claimed it first, by a comment of bea, and nothing was in the way.";

test("AG83 a lease of a task that the index did not know before is noted", () => {
  expect(notesOn([ada, "/claim"])).toEqual([adas]);
});

test("AG83 every lease that began and ended within one decision is noted, in order", () => {
  expect(
    notesOn([ada, "/claim"], [ada, "/release because tired"], [bea, "/claim"], [maria, "/release"]),
  ).toEqual([
    adas,
    "the lease of ada ended: ada released it: tired.",
    beas,
    "the lease of bea ended: maria released it.",
  ]);
});

test("AG83 a lease that is handed on ends and begins", () => {
  expect(notesOn([ada, "/claim"], [ada, "/release to bea"])).toEqual([
    adas,
    "the lease of ada ended: ada released it to bea.",
    "bea holds it, with token …: It was released to bea.",
  ]);
});

test("what does not concern leases is not noted", () => {
  expect(notesOn([ada, "Still at it."], [maria, "/release"])).toEqual([]);
});
