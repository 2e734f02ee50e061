/** The token with which an App acts as itself. */
import { createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";

export interface AppKey {
  readonly id: number;
  /** PEM, as GitHub hands it out. */
  readonly privateKey: string;
}

/** @param claims in seconds since the epoch */
export function appToken(
  { id, privateKey }: AppKey,
  claims: { readonly iat: number; readonly exp: number },
): Promise<string> {
  return new SignJWT({ iss: String(id), ...claims })
    .setProtectedHeader({ alg: "RS256", typ: "JWT" })
    .sign(createPrivateKey(privateKey));
}
