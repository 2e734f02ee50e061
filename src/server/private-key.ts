/**
 * The App's private key from the environment. A newcomer would let a library look for a `.pem` file in the working
 * directory: which key signs for us is never a matter of what lies about.
 */
import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";

/**
 * Takes the key as it is, with `\n` for line ends, or in Base64 on one line.
 * @param problems what is wrong is added here, so that one start names every mistake
 */
export function readPrivateKey(
  key: string | undefined,
  path: string | undefined,
  problems: string[],
): string {
  const name = key === undefined ? "PRIVATE_KEY_PATH" : "PRIVATE_KEY";
  if (key === undefined && path === undefined)
    problems.push(
      "PRIVATE_KEY or PRIVATE_KEY_PATH is missing: the App's private key (PEM), or the file it is in.",
    );
  if (key !== undefined && path !== undefined)
    problems.push("PRIVATE_KEY and PRIVATE_KEY_PATH are both set: keep one.");
  const text = key ?? (path === undefined ? undefined : fileText(path, problems));
  if (text === undefined) return "";
  const pem = text.includes("-----BEGIN")
    ? text.replaceAll("\\n", "\n")
    : Buffer.from(text, "base64").toString();
  try {
    createPrivateKey(pem);
  } catch {
    problems.push(`${name} holds no private key. It must be the .pem file that GitHub gave out, whole.`);
  }
  return pem;
}

function fileText(path: string, problems: string[]): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    problems.push(`PRIVATE_KEY_PATH names a file that cannot be read: ${path}`);
    return undefined;
  }
}
