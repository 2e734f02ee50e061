/**
 * Has `ssh-keygen` sign a text for the place where it will be posted. Never read a private key here: the file's
 * name goes to `ssh-keygen`, which asks for a passphrase itself.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { systemClock, toIsoSeconds } from "../../base/clock.ts";
import { parseDuration } from "../../base/duration.ts";
import { messageOf, UserError } from "../../base/errors.ts";
import { formatUlid } from "../../base/ulid.ts";
import { sha256 } from "../../github/signatures/signature-seen.ts";
import { settledText } from "../../protocol/envelope/settled-text.ts";
import {
  formatSignedText,
  type SignedWords,
  signatureNamespace,
  signatureValidMs,
} from "../../protocol/envelope/signed-text.ts";
import { splitEnvelope } from "../../protocol/envelope/split-envelope.ts";
import { allKinds } from "../../protocol/kinds/kinds.ts";
import { agentNamePattern } from "../../protocol/settings/agents/agents-settings.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { checkSigned } from "./check.ts";
import { placeOf, type SignPlaceOptions } from "./place.ts";

export interface SignOptions extends SignPlaceOptions {
  readonly kind?: string;
  readonly title?: string;
  readonly agent?: string;
  readonly key?: string;
  readonly bodyFile: string;
  readonly for: string;
  readonly json?: boolean;
}

/** Options that describe a text to sign. */
interface TextOptions extends Omit<SignOptions, "bodyFile" | "json"> {
  /** The envelope's ID; a new one if omitted. */
  readonly id?: string;
  /** The token of the lease under which its sender speaks. It is not signed. */
  readonly lease?: number | undefined;
  /** The hash of the text that it answers. It is not signed. */
  readonly answered?: string | undefined;
}

/** What is signed, except for the text and the moment. */
type Subject = Pick<SignedWords, "place" | "kind" | "titleHash">;

export async function sign(terminal: Terminal, options: SignOptions): Promise<void> {
  const { whole, ...signed } = await signedText(terminal, options, readBody(options.bodyFile));
  terminal.out(
    options.json === true ? `${JSON.stringify({ text: whole, ...signed }, undefined, 2)}\n` : whole,
  );
}

/** A text with its block, and the parts of the block. */
interface SignedBlock extends Pick<SignedWords, "from" | "id"> {
  readonly whole: string;
  readonly until: string;
  readonly signature: string;
}

/** @throws UserError if it cannot be signed, or would not be read as signed */
export async function signedText(
  terminal: Terminal,
  options: TextOptions,
  body: string,
): Promise<SignedBlock> {
  const subject = await subjectOf(terminal, options);
  const from = agentOf(terminal, options);
  const key = options.key ?? terminal.env.SIGNALBOX_AGENT_KEY;
  if (!key) throw new UserError("Name the key: --key ~/.ssh/ada, or SIGNALBOX_AGENT_KEY.");
  const now = systemClock.now();
  const until = toIsoSeconds(now + validFor(options));
  const text = settledText(body);
  const { envelope } = splitEnvelope(text);
  if (envelope !== undefined)
    throw new UserError("The text has a `signalbox` block already. Leave it out: sign writes one.");
  const id = options.id ?? formatUlid(now, randomBytes(16));
  const words = { ...subject, from, id, until, textHash: sha256(text) };
  const signature = signatureBy(key, formatSignedText(words));
  const { lease, answered } = options;
  const block = blockOf({ from, id, until, signature, lease, answered });
  const whole = text === "" ? `${block}\n` : `${text}\n\n${block}\n`;
  checkSigned({ text, whole, title: options.title, place: subject.place, signature, key });
  return { whole, id, from, until, signature };
}

async function subjectOf(
  terminal: Terminal,
  options: Omit<SignOptions, "bodyFile" | "json">,
): Promise<Subject> {
  const { on, kind, title } = options;
  if (on === undefined && kind === undefined)
    throw new UserError("Say what is signed: --on 12 for a comment, or --kind and --title for a new issue.");
  if (on !== undefined && (kind !== undefined || title !== undefined))
    throw new UserError("--on is for a comment, --kind and --title are for a new issue: use one of them.");
  if (on !== undefined) return { place: await placeOf(terminal, options), kind: undefined, titleHash: "" };
  const found = allKinds.find(({ name }) => name === kind)?.name;
  if (found === undefined)
    throw new UserError(`--kind is one of ${allKinds.map(({ name }) => name).join(", ")}.`);
  const settled = settledText(title ?? "");
  if (settled === "") throw new UserError("A new issue is signed with its title: --title.");
  return { place: await placeOf(terminal, options), kind: found, titleHash: sha256(settled) };
}

function agentOf({ env }: Terminal, { agent }: Pick<SignOptions, "agent">): string {
  const name = agent ?? env.SIGNALBOX_AGENT ?? "";
  if (agentNamePattern.test(name)) return name;
  throw new UserError(
    name === ""
      ? "Say who signs: --agent ada, or SIGNALBOX_AGENT."
      : `${name} is no agent's name, such as ada.`,
  );
}

function validFor({ for: given }: Pick<SignOptions, "for">): number {
  const ms = parseDuration(given);
  if (ms !== undefined && ms <= signatureValidMs) return ms;
  throw new UserError(`--for is a length of time up to 15m, found ${given}.`);
}

function readBody(file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (thrown) {
    throw new UserError(`The text cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  }
}

function signatureBy(key: string, text: string): string {
  const args = ["-q", "-Y", "sign", "-f", key, "-n", signatureNamespace];
  const { status, stdout, stderr, error } = spawnSync("ssh-keygen", args, { input: text, encoding: "utf8" });
  // A program that ends without reading its input is no missing program.
  if (error !== undefined && "code" in error && error.code === "ENOENT")
    throw new UserError("ssh-keygen is needed to sign, and could not be started. Install OpenSSH.", {
      cause: error,
    });
  if (status === 0) return stdout.trim();
  throw new UserError(`ssh-keygen did not sign with ${key}: ${stderr.trim() || `it ended with ${status}`}`);
}

interface Block extends Pick<SignedWords, "from" | "id" | "until">, Pick<TextOptions, "lease" | "answered"> {
  readonly signature: string;
}

function blockOf({ from, id, until, signature, lease, answered }: Block): string {
  const sig = signature.split("\n").map((line) => `  ${line.trim()}`);
  const held = lease === undefined ? [] : [`lease: ${lease}`];
  const named = answered === undefined ? [] : [`text: ${answered}`];
  const lines = [
    "v: 1.1",
    `id: ${id}`,
    `from: ${from}`,
    ...held,
    ...named,
    `until: ${until}`,
    "sig: |",
    ...sig,
  ];
  return `\`\`\`signalbox\n${lines.join("\n")}\n\`\`\``;
}
