/** Writes a `/tell` comment as the caller. The text goes into a request as it is: no shell and no `gh` reads it. */

import { randomBytes } from "node:crypto";
import { text as readAll } from "node:stream/consumers";
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { formatUlid } from "../../base/ulid.ts";
import { readViewer } from "../../github/caller/caller-graphql.ts";
import { createCallerWriter } from "../../github/caller/caller-writer.ts";
import { createBudget } from "../../github/transport/budget.ts";
import { issueInput } from "../../operations/issue.ts";
import { visible } from "../../protocol/characters.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import { agentNamePattern } from "../../protocol/settings/agents/agents-settings.ts";
import type { CallersGitHub } from "../gh/callers-github.ts";
import { callersPlace } from "../gh/callers-place.ts";
import { callersOctokit } from "../gh/callers-token.ts";
import { hubHost } from "../gh/gh-environment.ts";
import type { HostFlags } from "../gh/host-flags.ts";
import { signedText } from "../sign/sign.ts";
import { tellLine } from "../terminal/tell-line.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface TellOptions extends HostFlags {
  readonly on: string;
  readonly repo?: string;
  readonly agent?: string;
  readonly key?: string;
  readonly json?: boolean;
}

/** @throws UserError for a mistake, or if GitHub refuses the comment */
export async function tell(
  terminal: Terminal,
  who: string,
  given: string | undefined,
  options: TellOptions,
): Promise<void> {
  const words = given === undefined || given === "-" ? await readAll(process.stdin) : given;
  const to = addresseesIn(who);
  if (words.trim() === "")
    throw new UserError("There is nothing to tell. Give a text, or write it to standard input.");
  const { github, ref } = await placeOf(terminal, options);
  const body = await bodyOf(terminal, options, {
    github,
    ref,
    text: `/tell ${to.join(", ")}: ${words.trim()}`,
  });
  const octokit = await callersOctokit(github);
  const writer = createCallerWriter({
    octokit,
    viewer: await readViewer(octokit),
    clock: systemClock,
    random: Math.random,
    budget: createBudget(systemClock, github.host === hubHost ? "off" : "github"),
    progress: (line) => tellLine(terminal, line),
  });
  const { id } = await writer.comment(ref, body);
  const issue = formatRef(ref);
  terminal.out(
    options.json === true
      ? `${JSON.stringify({ issue, to, comment: id }, undefined, 2)}\n`
      : `Told ${to.join(", ")} on ${issue}.\n`,
  );
}

const addressee = /^@?((?:(?:role|track):)?[\w.-]{1,60})$/;

/** Whether they exist, the App says: it knows the settings. */
function addresseesIn(who: string): readonly string[] {
  return who.split(",").map((part) => {
    const [, name] = addressee.exec(part.trim()) ?? [];
    if (name !== undefined) return name;
    throw new UserError(
      `${JSON.stringify(visible(part.slice(0, 60)))} is no addressee: write ada, role:reviewer, track:api or everyone, separated by commas.`,
    );
  });
}

interface Place {
  readonly github: CallersGitHub;
  readonly ref: FullRef;
}

async function placeOf(terminal: Terminal, options: TellOptions): Promise<Place> {
  const parsed = issueInput.safeParse(options.on);
  if (!parsed.success) throw new UserError(`--on: ${parsed.error.issues[0]?.message ?? "not an issue"}`);
  const { owner, repo, number } = parsed.data;
  const named = owner === undefined || repo === undefined ? undefined : { owner, repo };
  const place = await callersPlace(
    terminal,
    named === undefined || options.repo !== undefined
      ? options
      : { ...options, repo: `${named.owner}/${named.repo}` },
    process.cwd(),
  );
  const home = named ?? place.repository;
  if (home === undefined)
    throw new UserError("Name the repository: --on acme/demo#12, --repo acme/demo, or GH_REPO=acme/demo.");
  return { github: place.github, ref: { ...home, number } };
}

/** With a key it is signed. Without one the block only names the agent, at its account's word. */
async function bodyOf(
  terminal: Terminal,
  { agent, key }: TellOptions,
  { github, ref, text }: Place & { readonly text: string },
): Promise<string> {
  const name = agent ?? (terminal.env.SIGNALBOX_AGENT || undefined);
  const keyFile = key ?? (terminal.env.SIGNALBOX_AGENT_KEY || undefined);
  if (keyFile !== undefined) {
    const signing = { on: formatRef(ref), hostname: github.host, key: keyFile, for: "10m" };
    const signed = await signedText(
      terminal,
      name === undefined ? signing : { ...signing, agent: name },
      text,
    );
    return signed.whole;
  }
  if (name === undefined) return text;
  if (!agentNamePattern.test(name))
    throw new UserError(`${visible(name.slice(0, 60))} is no agent's name, such as ada.`);
  const id = formatUlid(systemClock.now(), randomBytes(16));
  return `${text}\n\n\`\`\`signalbox\nv: 1.1\nid: ${id}\nfrom: ${name}\n\`\`\`\n`;
}
