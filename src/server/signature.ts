/**
 * Whether a delivery was signed with our webhook secret. A newcomer would compare strings, or accept what looks nearly
 * right: only `sha256=` and 64 lower-case hex digits is a signature, and it is compared in constant time.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

const form = /^sha256=[0-9a-f]{64}$/;

/** Whether `header` has the exact form of `X-Hub-Signature-256`; two headers joined by a comma have not. */
export function isSignature(header: string | undefined): header is string {
  return header !== undefined && form.test(header);
}

/**
 * Checks `header` against the raw bytes of the body.
 * @param secrets the present secret and, while it is being replaced, the previous one
 */
export function isSignedBy(secrets: readonly string[], header: string, body: Buffer): boolean {
  const claimed = Buffer.from(header.slice("sha256=".length), "hex");
  let signed = false;
  for (const secret of secrets) {
    const expected = createHmac("sha256", secret).update(body).digest();
    // Not `some`: how long the check takes shall not tell which secret fitted.
    signed = (expected.length === claimed.length && timingSafeEqual(expected, claimed)) || signed;
  }
  return signed;
}
