/**
 * Keys and signatures of agents, made by the `ssh-keygen` of this machine. Where there is none, tests that need
 * it say so and are skipped.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatSignedText, type SignedPlace } from "../../src/protocol/envelope/signed-text.ts";
import type { KindName } from "../../src/protocol/kinds/kinds.ts";

/** Follows "skipped: "; undefined where `ssh-keygen` can sign. */
export const whyNoSshKeygen: string | undefined =
  spawnSync("ssh-keygen", ["-Y"], { encoding: "utf8" }).error === undefined
    ? undefined
    : "this machine has no ssh-keygen";

export interface AgentKey {
  /** As in a `.pub` file, without a comment. */
  readonly publicKey: string;
  readonly publicFile: string;
  readonly privateFile: string;
  /** The armoured signature over a text. */
  readonly sign: (text: string, namespace?: string) => string;
  /** Whether `ssh-keygen -Y verify` accepts the signature. */
  readonly verify: (text: string, signature: string) => boolean;
}

export interface KeyRing {
  readonly make: (name: string, type?: "ed25519" | "rsa" | "ecdsa") => AgentKey;
  readonly remove: () => void;
}

export function createKeyRing(): KeyRing {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-keys-"));
  return {
    make: (name, type = "ed25519") => {
      const privateFile = join(folder, name);
      run(["-q", "-t", type, "-N", "", "-C", name, "-f", privateFile]);
      const publicFile = `${privateFile}.pub`;
      const publicKey = readFileSync(publicFile, "utf8").split(" ").slice(0, 2).join(" ");
      return {
        publicKey,
        publicFile,
        privateFile,
        sign: (text, namespace = "signalbox") =>
          run(["-q", "-Y", "sign", "-f", privateFile, "-n", namespace], text),
        verify: (text, signature) => {
          const signed = join(folder, "sig");
          const allowed = join(folder, "allowed");
          writeFileSync(signed, signature);
          writeFileSync(allowed, `${name} ${publicKey}\n`);
          const args = ["-Y", "verify", "-f", allowed, "-I", name, "-n", "signalbox", "-s", signed];
          return spawnSync("ssh-keygen", args, { input: text }).status === 0;
        },
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function run(args: readonly string[], input = ""): string {
  const { status, stdout, stderr } = spawnSync("ssh-keygen", args, { input, encoding: "utf8" });
  if (status !== 0) throw new Error(`ssh-keygen: ${stderr}`);
  return stdout;
}

export interface ToSign {
  readonly place: SignedPlace;
  readonly from: string;
  readonly id: string;
  readonly until: string;
  readonly text: string;
  /** Both for what opens an issue. */
  readonly kind?: KindName;
  readonly title?: string;
}

/** The eight lines, put together as docs/agents.md describes them. */
export function eightLines({ place, from, id, until, text, kind, title }: ToSign): string {
  const hash = (words: string): string => createHash("sha256").update(words).digest("hex");
  const titleHash = title === undefined ? "" : hash(title);
  return formatSignedText({ place, kind, titleHash, from, id, until, textHash: hash(text) });
}

/** The text with its signed envelope, as an agent would post it. */
export function signedPost(key: AgentKey, words: ToSign): string {
  const { from, id, until, text } = words;
  const lines = key.sign(eightLines(words)).trim().split("\n");
  const sig = lines.map((line) => `  ${line}`).join("\n");
  return `${text}\n\n\`\`\`signalbox\nv: 1.1\nid: ${id}\nfrom: ${from}\nuntil: ${until}\nsig: |\n${sig}\n\`\`\`\n`;
}
