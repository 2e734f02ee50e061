/**
 * The App's private key from the environment. A newcomer would let a library look for a `.pem` file in the working
 * directory: which key signs for us is never a matter of what lies about.
 */
import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";

type Name = "PRIVATE_KEY" | "PRIVATE_KEY_PREVIOUS";
/** Each key by itself, or as the file it is in. */
type KeyVariables = Readonly<Partial<Record<Name | `${Name}_PATH`, string | undefined>>>;

/** As PEM. */
export interface PrivateKeys {
  readonly privateKey: string;
  /** Rotated out: what was signed with these is still known as our own. */
  readonly previousPrivateKeys?: readonly string[];
}

/**
 * Takes a key as it is, with `\n` for line ends, or in Base64 on one line.
 * @param problems what is wrong is added here, so that one start names every mistake
 */
export function readPrivateKeys(variables: KeyVariables, problems: string[]): PrivateKeys {
  if (variables.PRIVATE_KEY === undefined && variables.PRIVATE_KEY_PATH === undefined)
    problems.push(
      "PRIVATE_KEY or PRIVATE_KEY_PATH is missing: the App's private key (PEM), or the file it is in.",
    );
  const privateKey = readPrivateKey("PRIVATE_KEY", variables, problems) ?? "";
  const previous = readPrivateKey("PRIVATE_KEY_PREVIOUS", variables, problems);
  return { privateKey, ...(previous === undefined ? {} : { previousPrivateKeys: [previous] }) };
}

function readPrivateKey(name: Name, variables: KeyVariables, problems: string[]): string | undefined {
  const { [name]: key, [`${name}_PATH` as const]: path } = variables;
  if (key !== undefined && path !== undefined)
    problems.push(`${name} and ${name}_PATH are both set: keep one.`);
  const text = key ?? (path === undefined ? undefined : fileText(name, path, problems));
  if (text === undefined) return undefined;
  const pem = text.includes("-----BEGIN")
    ? text.replaceAll("\\n", "\n")
    : Buffer.from(text, "base64").toString();
  try {
    createPrivateKey(pem);
  } catch {
    const given = key === undefined ? `${name}_PATH` : name;
    problems.push(`${given} holds no private key. It must be the .pem file that GitHub gave out, whole.`);
  }
  return pem;
}

function fileText(name: Name, path: string, problems: string[]): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    problems.push(`${name}_PATH names a file that cannot be read: ${path}`);
    return undefined;
  }
}
