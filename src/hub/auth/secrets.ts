/** Generates keys, secrets and tokens. Their shapes are GitHub's, so that secret scanners recognise them. */
import { createPublicKey, generateKeyPairSync, randomBytes } from "node:crypto";

/** @param privateKey PEM to use instead of a new one */
export function makeKeyPair(privateKey?: string): {
  readonly privateKey: string;
  readonly publicKey: string;
} {
  const pem =
    privateKey ??
    generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs1", format: "pem" },
    }).privateKey;
  return {
    privateKey: pem,
    publicKey: createPublicKey(pem).export({ type: "spki", format: "pem" }).toString(),
  };
}

/** 48 random bytes as hexadecimal digits. */
export function makeSecret(): string {
  return randomBytes(48).toString("hex");
}

/**
 * A token of an installation: since April 2026 GitHub issues stateless ones, a JSON Web Token behind the App's id, about 520
 * characters with dots (https://github.com/github/gh-aw/issues/35016). Nobody but the hub can read it, and it looks it up.
 */
export function makeInstallationToken(appId: number): string {
  const part = (content: string | Buffer): string => Buffer.from(content).toString("base64url");
  const header = part(JSON.stringify({ alg: "RS256", typ: "JWT" }));
  const payload = part(JSON.stringify({ iss: "github", jti: randomBytes(48).toString("hex") }));
  return `ghs_${appId}_${header}.${payload}.${part(randomBytes(256))}`;
}

/** @param kind `ghp` for a person, `ghu` for a person who uses an App */
export function makeToken(kind: "ghp" | "ghu"): string {
  return `${kind}_${randomBytes(27).toString("base64url").replaceAll("-", "a").replaceAll("_", "b")}`;
}

export function makeClientId(): string {
  return `Iv23li${randomBytes(7).toString("hex")}`;
}
