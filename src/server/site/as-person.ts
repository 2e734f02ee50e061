/** Writes for operations as the person who signed in, with the token that their session's cookie holds. */
import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { formatUlid } from "../../base/ulid.ts";
import { createCallerWriter } from "../../github/caller/caller-writer.ts";
import { loggedIn } from "../../github/caller/logged-in.ts";
import type { UserGitHub } from "../../github/sign-in/user-github.ts";
import { createBudget } from "../../github/transport/budget.ts";
import type { AsCaller } from "../../operations/writes/as-caller.ts";
import { writeEnvelope } from "../../protocol/envelope/envelope.ts";
import { localHost, signedHost, usualHost } from "../../protocol/envelope/signed-host.ts";
import type { SiteCaller } from "./session/sessions.ts";

export interface PersonPorts {
  readonly person: Extract<SiteCaller, { readonly type: "person" }>;
  readonly github: UserGitHub;
  /** Root of GitHub's pages, or of the hub's. */
  readonly webUrl: string;
  /** `off` is for the hub. */
  readonly pacing: "github" | "off";
  readonly clock: Clock;
  readonly random: () => number;
}

export function createAsPerson({ person, github, webUrl, pacing, clock, random }: PersonPorts): AsCaller {
  const viewer = { id: person.nodeId, login: person.login };
  const { octokit } = github;
  const budget = createBudget(clock, pacing);
  return {
    ...wordingFor({ login: person.login, webUrl, pacing, clock }),
    login: async () =>
      loggedIn(
        octokit,
        viewer,
        createCallerWriter({ octokit, viewer, budget, clock, random, progress: () => {} }),
      ),
  };
}

interface WordingPorts extends Pick<PersonPorts, "webUrl" | "pacing" | "clock"> {
  /** Undefined if it is not known who will write. */
  readonly login: string | undefined;
}

/** How words are put, without a login to write them. */
export function wordingFor({ login, webUrl, pacing, clock }: WordingPorts): Omit<AsCaller, "login"> {
  return {
    digest: (text) => createHash("sha256").update(text).digest(),
    newId: () => formatUlid(clock.now(), randomBytes(16)),
    seal: async ({ text, id, agent, answered }) =>
      `${text}\n${writeEnvelope({ v: "1.1", id, ...fromAgent(agent), ...(answered === undefined ? {} : { text: answered }) })}\n`,
    sealComment: async ({ text, id, agent }) =>
      id === undefined && agent === undefined
        ? text
        : `${text}\n\n${writeEnvelope({ v: "1.1", ...(id === undefined ? {} : { id }), ...fromAgent(agent) })}\n`,
    urlOf: ({ owner, repo, number }) => `${webUrl}/${owner}/${repo}/issues/${number}`,
    ghLine: (words, { owner, repo }) => {
      const [program, place] =
        pacing === "off" && login !== undefined
          ? [["signalbox", "gh", "--as", login], `${owner}/${repo}`]
          : [["gh"], `${hostFor({ webUrl, pacing })}${owner}/${repo}`];
      return [...program, ...words, "--repo", place].map(quoted).join(" ");
    },
  };
}

function fromAgent(agent: string | undefined): { readonly from?: string } {
  return agent === undefined ? {} : { from: agent };
}

/** As `gh` names a repository: with the host, unless it is github.com. It knows the hub by one name, and no port. */
function hostFor({ webUrl, pacing }: Pick<WordingPorts, "webUrl" | "pacing">): string {
  const host = pacing === "off" ? localHost : signedHost(new URL(webUrl).host);
  return host === usualHost ? "" : `${host}/`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
