import { expect, test } from "vitest";
import { formatPolicyGrant, policyRowIn } from "../../src/protocol/policy-grant.ts";

test("what the policy allowed is kept in the words of 0.1.0, and names its row", () => {
  const written = 'row "people" of the policy (role write)';
  expect(formatPolicyGrant("people", "role write")).toBe(written);
  expect(policyRowIn(written)).toBe("people");
  expect(policyRowIn("write access decides about tasks (role write)")).toBeUndefined();
});
