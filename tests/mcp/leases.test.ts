/** Tests which lease a call is made under. */
import { expect, test } from "vitest";
import { createLeases } from "../../src/mcp/leases.ts";

const surrounding = { token: "3", task: "acme/demo#9" };
const take = (issue: string, token: number) => ({ issue, token, isHeld: true, agent: "ada" });

test("a call about a task that was taken here has that lease, however the task is named", () => {
  const leases = createLeases();
  leases.learn("claim", take("acme/demo#12", 7));
  const lease = { token: "7", task: "acme/demo#12" };
  for (const issue of ["12", "#12", "acme/demo#12", "https://github.com/acme/demo/issues/12"])
    expect(leases.forCall({ issue }, surrounding)).toEqual(lease);
  expect(leases.forCall({ task: "12" }, undefined)).toEqual(lease);
  for (const given of [{ issue: "13" }, { issue: "acme/web#12" }, {}, { issue: 12 }, { issue: "?" }])
    expect(leases.forCall(given, surrounding)).toBe(surrounding);
});

test("a later lease replaces the earlier one; what was refused or released leaves none", () => {
  const leases = createLeases();
  leases.learn("claim", { issue: "acme/demo#12", isHeld: false, reason: "blocked" });
  leases.learn("release", take("acme/demo#12", 1));
  expect(leases.forCall({ issue: "12" }, undefined)).toBeUndefined();
  leases.learn("claim", take("acme/demo#12", 7));
  leases.learn("claim", take("acme/demo#12", 9));
  expect(leases.forCall({ issue: "12" }, undefined)).toMatchObject({ token: "9" });
});

test("a number of two repositories is no one's, unless the repository is named", () => {
  const leases = createLeases();
  leases.learn("claim", take("acme/demo#12", 7));
  leases.learn("claim", take("acme/web#12", 8));
  expect(leases.forCall({ issue: "12" }, surrounding)).toBe(surrounding);
  expect(leases.forCall({ issue: "acme/web#12" }, surrounding)).toMatchObject({ token: "8" });
});
