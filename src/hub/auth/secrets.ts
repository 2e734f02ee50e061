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

/** @param kind `ghp` for a person, `ghs` for an installation, `ghu` for a person who uses an App */
export function makeToken(kind: "ghp" | "ghs" | "ghu"): string {
  return `${kind}_${randomBytes(27).toString("base64url").replaceAll("-", "a").replaceAll("_", "b")}`;
}

export function makeClientId(): string {
  return `Iv23li${randomBytes(7).toString("hex")}`;
}
