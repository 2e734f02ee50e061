/**
 * Reads the App's private key from the environment. Never let a library search the working directory for a
 * `.pem` file: the signing key must be configured, not found by accident.
 */
import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";

type Name = "PRIVATE_KEY" | "PRIVATE_KEY_PREVIOUS";
/** Each key directly, or the path of its file. */
type KeyVariables = Readonly<Partial<Record<Name | `${Name}_PATH`, string | undefined>>>;

/** In PEM format. */
export interface PrivateKeys {
  readonly privateKey: string;
  /** Rotated out: what they signed is still recognised as ours. */
  readonly previousPrivateKeys?: readonly string[];
}

/**
 * Accepts a key as is, with `\n` for line breaks, or in Base64 on one line.
 * @param problems problems are appended here, so that one failed start reports every mistake
 */
export function readPrivateKeys(variables: KeyVariables, problems: string[]): PrivateKeys {
  if (variables.PRIVATE_KEY === undefined && variables.PRIVATE_KEY_PATH === undefined)
    problems.push(
      "PRIVATE_KEY or PRIVATE_KEY_PATH is missing: the App's private key (PEM), or the path to it.",
    );
  const privateKey = readPrivateKey("PRIVATE_KEY", variables, problems) ?? "";
  const previous = readPrivateKey("PRIVATE_KEY_PREVIOUS", variables, problems);
  return { privateKey, ...(previous === undefined ? {} : { previousPrivateKeys: [previous] }) };
}

function readPrivateKey(name: Name, variables: KeyVariables, problems: string[]): string | undefined {
  const { [name]: key, [`${name}_PATH` as const]: path } = variables;
  if (key !== undefined && path !== undefined)
    problems.push(`${name} and ${name}_PATH are both set: use only one.`);
  const text = key ?? (path === undefined ? undefined : fileText(name, path, problems));
  if (text === undefined) return undefined;
  const pem = text.includes("-----BEGIN")
    ? text.replaceAll("\\n", "\n")
    : Buffer.from(text, "base64").toString();
  try {
    createPrivateKey(pem);
  } catch {
    const given = key === undefined ? `${name}_PATH` : name;
    problems.push(
      `${given} does not contain a private key. It must be the complete .pem file that GitHub issued.`,
    );
  }
  return pem;
}

function fileText(name: Name, path: string, problems: string[]): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    problems.push(`${name}_PATH points to a file that cannot be read: ${path}`);
    return undefined;
  }
}
