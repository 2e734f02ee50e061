/** Encrypts what a cookie holds, so that its owner can neither read nor change it. */
import { CompactEncrypt, compactDecrypt } from "jose";
import type { z } from "zod";

const algorithms = { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256GCM"] };

export async function seal(value: object, key: Uint8Array): Promise<string> {
  return new CompactEncrypt(Buffer.from(JSON.stringify(value)))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(key);
}

/** Undefined for anything that was not sealed with this key, or has another shape. */
export async function unseal<T>(
  sealed: string,
  key: Uint8Array,
  shape: z.ZodType<T>,
): Promise<T | undefined> {
  try {
    const { plaintext } = await compactDecrypt(sealed, key, algorithms);
    return shape.safeParse(JSON.parse(Buffer.from(plaintext).toString())).data;
  } catch {
    return undefined;
  }
}
