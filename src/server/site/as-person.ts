/** Writes for operations as the person who signed in, with the token that their session's cookie holds. */
import { createHash, randomBytes } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { formatUlid } from "../../base/ulid.ts";
import { createCallerWriter } from "../../github/caller/caller-writer.ts";
import { explainRefusal } from "../../github/caller/explain-refusal.ts";
import { ownIssueWithId } from "../../github/caller/own-words.ts";
import type { UserGitHub } from "../../github/sign-in/user-github.ts";
import { createBudget } from "../../github/transport/budget.ts";
import type { AsCaller } from "../../operations/writes/as-caller.ts";
import { writeEnvelope } from "../../protocol/envelope/envelope.ts";
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
    digest: (text) => createHash("sha256").update(text).digest(),
    newId: () => formatUlid(clock.now(), randomBytes(16)),
    seal: async ({ text, id, agent }) =>
      `${text}\n${writeEnvelope({ v: "1.1", id, ...(agent === undefined ? {} : { from: agent }) })}\n`,
    urlOf: ({ owner, repo, number }) => `${webUrl}/${owner}/${repo}/issues/${number}`,
    ghLine: (words, { owner, repo }) => {
      const [program, place] =
        pacing === "off"
          ? [["signalbox", "gh", "--as", person.login], `${owner}/${repo}`]
          : [["gh"], `${hostIn(webUrl)}${owner}/${repo}`];
      return [...program, ...words, "--repo", place].map(quoted).join(" ");
    },
    login: async () => ({
      id: viewer.id,
      name: viewer.login,
      writer: createCallerWriter({ octokit, viewer, budget, clock, random, progress: () => {} }),
      opened: (place, id) =>
        explainRefusal(`list the issues of ${place.owner}/${place.repo}`, () =>
          ownIssueWithId(octokit, viewer, place, id),
        ),
    }),
  };
}

/** As `gh` names a repository: with the host, unless it is github.com. */
function hostIn(webUrl: string): string {
  const { host } = new URL(webUrl);
  return host === "github.com" ? "" : `${host}/`;
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
