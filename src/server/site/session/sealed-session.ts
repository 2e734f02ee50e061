/**
 * A session as its cookie holds it, encrypted: the secret by which the server knows it and, for a person who signed in,
 * their token for GitHub. That token is kept nowhere else.
 */
import { CompactEncrypt, compactDecrypt } from "jose";
import { z } from "zod";

const shape = z.object({ secret: z.string().length(43), userToken: z.string().optional() });
export type SealedSession = Readonly<z.infer<typeof shape>>;

export async function seal(session: SealedSession, key: Uint8Array): Promise<string> {
  return new CompactEncrypt(Buffer.from(JSON.stringify(session)))
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .encrypt(key);
}

/** Undefined for anything that was not sealed with this key. */
export async function unseal(sealed: string, key: Uint8Array): Promise<SealedSession | undefined> {
  try {
    const algorithms = { keyManagementAlgorithms: ["dir"], contentEncryptionAlgorithms: ["A256GCM"] };
    const { plaintext } = await compactDecrypt(sealed, key, algorithms);
    return shape.safeParse(JSON.parse(Buffer.from(plaintext).toString())).data;
  } catch {
    return undefined;
  }
}
