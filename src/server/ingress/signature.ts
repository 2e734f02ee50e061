/**
 * Checks that a delivery was signed with our webhook secret. Only `sha256=` followed by 64 lower-case hex
 * digits is a signature, and it is compared in constant time.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

const form = /^sha256=[0-9a-f]{64}$/;

/** Whether `header` has the exact form of `X-Hub-Signature-256`. Two headers joined by a comma do not. */
export function isSignature(header: string | undefined): header is string {
  return header !== undefined && form.test(header);
}

/**
 * Checks `header` against the raw bytes of the body.
 * @param secrets the current secret and, during a rotation, the previous one
 */
export function isSignedBy(secrets: readonly string[], header: string, body: Buffer): boolean {
  const claimed = Buffer.from(header.slice("sha256=".length), "hex");
  let signed = false;
  for (const secret of secrets) {
    const expected = createHmac("sha256", secret).update(body).digest();
    // Not `some`: the duration of the check must not reveal which secret matched.
    signed = (expected.length === claimed.length && timingSafeEqual(expected, claimed)) || signed;
  }
  return signed;
}
