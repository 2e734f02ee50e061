/** Writes for operations as the caller: with the token that `gh` would use, and the agent's key if there is one. */

import { randomBytes } from "node:crypto";
import type { Octokit } from "@octokit/rest";
import { systemClock } from "../../base/clock.ts";
import { formatUlid } from "../../base/ulid.ts";
import { readViewer } from "../../github/caller/caller-graphql.ts";
import { createCallerWriter } from "../../github/caller/caller-writer.ts";
import { loggedIn } from "../../github/caller/logged-in.ts";
import { createBudget } from "../../github/transport/budget.ts";
import type { AsCaller, CommentDraft, IssueDraft } from "../../operations/writes/as-caller.ts";
import { hasInvisible } from "../../protocol/characters.ts";
import { writeEnvelope } from "../../protocol/envelope/envelope.ts";
import { formatRef, type RepositoryName } from "../../protocol/references/ref.ts";
import { sha256 } from "../plan/plan-ports.ts";
import { shellWord } from "../shell-commands.ts";
import { signedText } from "../sign/sign.ts";
import { tellLine } from "../terminal/tell-line.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { CallersGitHub } from "./callers-github.ts";
import { callersOctokit } from "./callers-token.ts";
import { hubHost } from "./gh-environment.ts";

/** @param as the hub's user that `--as` names */
export function createAsCaller(terminal: Terminal, github: CallersGitHub, as: string | undefined): AsCaller {
  const { host, webUrl } = github;
  return {
    digest: sha256,
    newId: () => formatUlid(systemClock.now(), randomBytes(16)),
    seal: (draft) => seal(terminal, host, draft),
    sealComment: (draft) => sealComment(terminal, host, draft),
    urlOf: ({ owner, repo, number }) => `${webUrl}/${owner}/${repo}/issues/${number}`,
    ghLine: (words, place) => {
      const program = as === undefined ? ["gh"] : ["signalbox", "gh", "--as", as];
      return [...program, ...words, "--repo", onHost(host, place)].map(quoted).join(" ");
    },
    login: async () => {
      const octokit = await callersOctokit(github);
      const viewer = await readViewer(octokit);
      return loggedIn(octokit, viewer, writerFor(terminal, host, octokit, viewer));
    },
  };
}

/** The hub enforces no pace. */
function writerFor(
  terminal: Terminal,
  host: string,
  octokit: Octokit,
  viewer: Awaited<ReturnType<typeof readViewer>>,
): ReturnType<typeof createCallerWriter> {
  return createCallerWriter({
    octokit,
    viewer,
    clock: systemClock,
    random: Math.random,
    budget: createBudget(systemClock, host === hubHost ? "off" : "github"),
    progress: (line) => tellLine(terminal, line),
  });
}

function onHost(host: string, { owner, repo }: RepositoryName): string {
  return host === "github.com" ? `${owner}/${repo}` : `${host}/${owner}/${repo}`;
}

/** For bash and zsh. What nobody would see in a terminal is escaped, so that copying it keeps it. */
function quoted(word: string): string {
  if (!hasInvisible(word)) return shellWord(word);
  const escaped = [...word].map((sign) => {
    if (sign === "'" || sign === "\\") return `\\${sign}`;
    return hasInvisible(sign) ? `\\U${sign.codePointAt(0)?.toString(16).padStart(8, "0")}` : sign;
  });
  return `$'${escaped.join("")}'`;
}

async function seal(terminal: Terminal, host: string, draft: IssueDraft): Promise<string> {
  const { place, kind, title, text, id, agent } = draft;
  const lease = draft.lease === undefined ? {} : { lease: Number(draft.lease) };
  const key = terminal.env.SIGNALBOX_AGENT_KEY || undefined;
  const from = agent === undefined ? {} : { from: agent };
  const named = draft.answered === undefined ? {} : { text: draft.answered };
  if (key === undefined) return `${text}\n${writeEnvelope({ v: "1.1", id, ...from, ...lease, ...named })}\n`;
  const options = {
    repo: `${host}/${place.owner}/${place.repo}`,
    kind,
    title,
    key,
    id,
    for: "10m",
    ...lease,
    ...(draft.answered === undefined ? {} : { answered: draft.answered }),
  };
  return (await signedText(terminal, agent === undefined ? options : { ...options, agent }, text)).whole;
}

async function sealComment(
  terminal: Terminal,
  host: string,
  { ref, text, id, agent }: CommentDraft,
): Promise<string> {
  const key = terminal.env.SIGNALBOX_AGENT_KEY || undefined;
  const named = { ...(id === undefined ? {} : { id }), ...(agent === undefined ? {} : { agent }) };
  if (key !== undefined) {
    const signing = { on: formatRef(ref), hostname: host, key, for: "10m", ...named };
    return (await signedText(terminal, signing, text)).whole;
  }
  if (id === undefined && agent === undefined) return text;
  const from = agent === undefined ? {} : { from: agent };
  return `${text}\n\n${writeEnvelope({ v: "1.1", ...(id === undefined ? {} : { id }), ...from })}\n`;
}
