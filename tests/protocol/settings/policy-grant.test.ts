import { expect, test } from "vitest";
import { formatPolicyGrant, policyRowIn } from "../../../src/protocol/settings/policy-grant.ts";

test("a policy grant keeps the wording of 0.1.0, from which its row's name is read", () => {
  const written = 'row "people" of the policy (role write)';
  expect(formatPolicyGrant("people", "role write")).toBe(written);
  expect(policyRowIn(written)).toBe("people");
  expect(policyRowIn("write access decides about tasks (role write)")).toBeUndefined();
});
