/** Who may have the App post what `verify` found. */
import { expect, test } from "vitest";
import { whyNoReport } from "../../../../src/server/site/tokens/may-report.ts";
import type { RoleOf } from "../../../../src/server/site/tokens/role-visibility.ts";
import type { ApiToken } from "../../../../src/store/shape/api-token.ts";

const place = { id: "R_1", owner: "acme", repo: "vault" };
const roleIs =
  (role: string | undefined): RoleOf =>
  async () =>
    role === undefined ? undefined : { role, isPrivate: true };
const never: RoleOf = () => Promise.reject(new Error("nobody is to be asked"));
const token = (kind: ApiToken["kind"], login: string | undefined, mayOrder = true) => ({
  kind,
  mayOrder,
  login,
  nodeId: login === undefined ? undefined : "U_1",
});

test.each(["write", "maintain", "admin"])("a person with the role %s may", async (role) => {
  for (const kind of ["login", "page"] as const)
    expect(await whyNoReport(token(kind, "bob"), place, roleIs(role))).toBeUndefined();
});

test.each(["none", "read", "triage", "something new", undefined])(
  "a person with the role %s may not",
  async (role) => {
    for (const kind of ["login", "page"] as const)
      expect(await whyNoReport(token(kind, "bob"), place, roleIs(role))).toContain("no write access");
  },
);

test("a role that GitHub does not say gives nothing", async () => {
  expect(await whyNoReport(token("login", "bob"), place, roleIs("unknown"))).toContain("Try again later");
});

test("a token without an account is not one of the owner's", async () => {
  expect(await whyNoReport(token("login", undefined), place, never)).toContain("no write access");
});

test("the owner's for an agent may, and one that only reads may not", async () => {
  expect(await whyNoReport(token("owner", undefined), place, never)).toBeUndefined();
  expect(await whyNoReport(token("owner", undefined, false), place, never)).toContain("only reads");
});
