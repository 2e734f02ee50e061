/** What an agent is told of a lease that has ended. */
import { expect, test } from "vitest";
import { describeLeaseEnd, leaseEnd } from "../../../src/engine/leases/lease-end.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { closed, completed, person, start, task } from "../../support/issues.ts";

const ada = person("ada");
const holder = { agent: "ada", account: ada.id, login: "ada" };
const lastLease: NonNullable<PersistedState["lastLease"]> = {
  holder,
  token: 7,
  since: start,
  endedAt: start + 60_000,
  how: "closed",
  because: "The task was closed.",
};
const done = { ...lastLease, handover: "#19" };
const over = closed(task(12), completed, start + 60_000);
const later = { holder: { ...holder, agent: "bea" }, token: 8, since: start + 90_000 };

function said(seen: IssueSeen, state: Partial<PersistedState>, token = 7): string | undefined {
  const end = leaseEnd({ seen, persisted: { ...emptyPersistedState, ...state } }, token);
  return end && describeLeaseEnd(end);
}

test("a lease that ended by its holder's accepted handover is no loss, as long as the task is closed for it", () => {
  expect(said(over, { lastLease: done })).toBe("your handover #19 was accepted, so the task is done");
  expect(said(task(12), { lastLease: done })).toMatch(/^your lease ended at .* UTC; nobody holds it$/);
  expect(said(task(12), { lastLease: done, lease: later })).toMatch(/^your lease ended at .*; bea holds it$/);
  expect(said(over, { lastLease: done }, 6)).toBe("your lease ended; nobody holds it");
  expect(said(over, { lastLease })).toMatch(/^your lease ended at .* UTC; nobody holds it$/);
});
