/** Redacts secrets by shape, by value, and in the encodings in which they leak. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redact } from "../../../src/protocol/render/redact.ts";

const body = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8";

describe("G14 by its shape", () => {
  test.each([
    ["a classic token", `ghp_${body}`],
    ["an installation token", `ghs_${body}`],
    ["a fine-grained token", `github_pat_${body}_${body}`],
    ["an AWS key id", "AKIAIOSFODNN7EXAMPLE"],
    ["a JWT", `eyJhbGciOiJIUzI1NiJ9.${body}.${body}`],
    ["a Slack token", `xoxb-123456789012-${body}`],
  ])("%s is redacted", (_, secret) => {
    expect(redact(`before ${secret}, after`)).toBe("before [redacted], after");
  });

  test.each([
    ["a private key", `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----`],
    ["a private key without an end", `-----BEGIN PRIVATE KEY-----\n${body}`],
    ["a bearer header", `Authorization: Bearer ${body}`],
    ["an assignment", `DB_PASSWORD="${body}"`],
    ["an AWS secret", `aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY1`],
    ["a setting in JSON", `{"api_key": "${body}"}`],
  ])("%s is redacted", (_, text) => {
    const clean = redact(text);
    expect(clean).toContain("[redacted]");
    expect(clean).not.toContain(body.slice(4, 20));
    expect(clean).not.toContain("wJalr");
  });

  test.each([
    "token: see the documentation",
    "password = changeme",
    "the secret: keep_it_simple_and_short",
    "commit 0123456789abcdef0123456789abcdef01234567",
  ])("%j is not redacted", (text) => {
    expect(redact(text)).toBe(text);
  });
});

test("G14 a known secret is redacted in every encoding, at every offset", () => {
  const secrets = fc
    .string({ unit: "binary-ascii", minLength: 10, maxLength: 60 })
    .filter((text) => text.trim().length >= 10);
  fc.assert(
    fc.property(
      secrets,
      fc.string({ maxLength: 5 }),
      fc.string({ maxLength: 5 }),
      (secret, before, after) => {
        const bytes = Buffer.from(before + secret + after);
        for (const encoded of [
          before + secret + after,
          bytes.toString("base64"),
          bytes.toString("base64url"),
          bytes.toString("hex"),
          bytes.toString("hex").toUpperCase(),
          encodeURIComponent(secret),
        ])
          expect(redact(encoded, [secret])).toContain("[redacted]");
      },
    ),
  );
});

test("a secret too short to tell from a word is not redacted", () => {
  expect(redact("the cat sat", ["cat"])).toBe("the cat sat");
});
