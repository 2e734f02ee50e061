/**
 * Finds the pull request of a handover that references none: the one whose head commit its body mentions,
 * then the one that closes its task, then the one whose branch is named after its task. If several match,
 * none is used; one that was closed without a merge counts only if no other matches. Anyone can propose a
 * branch of a fork or of the repository and write `Closes #12`: only what trusted people proposed counts, so
 * others cannot add matches.
 */
import { z } from "zod";
import type { EvidenceRequest } from "../../../dispatcher/ports/tracker.ts";
import { isCalledAfter } from "../../../handover/branch-name.ts";
import { type FullRef, type RepositoryName, refKey } from "../../../protocol/references/ref.ts";
import type { Client } from "../../transport/client.ts";
import { issuesNamed } from "../issues-named.ts";
import type { RepositoryLocation } from "./check-runs.ts";

const listedShape = z.array(
  z.object({
    number: z.number(),
    body: z.string().nullable(),
    state: z.string(),
    merged_at: z.string().nullish(),
    user: z.object({ node_id: z.string(), login: z.string() }).nullish(),
    head: z.object({
      ref: z.string(),
      sha: z.string(),
      repo: z.object({ node_id: z.string(), owner: z.object({ node_id: z.string() }).nullish() }).nullish(),
    }),
  }),
);
type Listed = z.infer<typeof listedShape>[number];
type Asked = Pick<EvidenceRequest, "task" | "text" | "writer" | "isTrusted">;

const pageSize = 100;
/**
 * A flood of new pull requests must not hide the right one; beyond this, the handover has to reference it.
 */
const maxPages = 3;
/** Users whose role is looked up for one handover. */
const maxUsers = 20;

/**
 * Numbers of the pull requests that could be meant: if there is exactly one, it is that one. Throws
 * `RequestFailed`.
 */
export async function findPullRequests(
  client: Client,
  repository: RepositoryLocation,
  asked: Asked,
): Promise<readonly number[]> {
  const { installationId, owner, name: repo } = repository;
  const originOf = createOrigins(repository.id, asked);
  const listed: Listed[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const parameters = {
      owner,
      repo,
      state: "all",
      sort: "updated",
      direction: "desc",
      page,
      per_page: pageSize,
    };
    const answer = await client.get(installationId, "/repos/{owner}/{repo}/pulls", parameters, listedShape);
    const found = answer.type === "fresh" ? answer.data : [];
    listed.push(...found);
    const live = listed.filter(({ state, merged_at }) => state === "open" || merged_at != null);
    const fitting = await fittingAmong(live, repository, asked, originOf);
    if (fitting.length > 0) return fitting;
    if (found.length < pageSize) break;
  }
  return fittingAmong(listed, repository, asked, originOf);
}

/**
 * `trusted`: proposed by the handover's writer or a trusted user. `head`: only its branch is the
 * repository's.
 */
type Origin = "trusted" | "head" | "outside";

type OriginOf = (pull: Listed) => Promise<Origin>;

function createOrigins(repositoryId: string, { writer, isTrusted }: Asked): OriginOf {
  const known = new Map<string, Promise<boolean>>();
  const mayOffer = async ({ user }: Listed): Promise<boolean> => {
    if (user == null) return false;
    if (user.node_id === writer) return true;
    if (!known.has(user.node_id) && known.size >= maxUsers) return false;
    const trusted = known.get(user.node_id) ?? isTrusted({ id: user.node_id, login: user.login });
    known.set(user.node_id, trusted);
    return trusted;
  };
  return async (pull) => {
    const { repo } = pull.head;
    const isHere = repo?.node_id === repositoryId;
    // A trusted user can open a pull request from an untrusted user's fork, whose owner can keep pushing to
    // it.
    const isTheirs = repo?.owner != null && repo.owner.node_id === pull.user?.node_id;
    if ((isHere || isTheirs) && (await mayOffer(pull))) return "trusted";
    return isHere ? "head" : "outside";
  };
}

async function fittingAmong(
  pulls: readonly Listed[],
  repository: RepositoryLocation,
  { task, text }: Asked,
  originOf: OriginOf,
): Promise<readonly number[]> {
  const commits = new Set(text.toLowerCase().match(/\b[0-9a-f]{40}\b/g));
  const home = { owner: repository.owner, repo: repository.name };
  const isTaskHere = refKey(task) === refKey({ ...home, number: task.number });
  const closing = closingPattern(task, isTaskHere);
  const isCommit = ({ head }: Listed): boolean => commits.has(head.sha.toLowerCase());
  const isCalled = ({ head }: Listed): boolean => isTaskHere && isCalledAfter(head.ref, task.number);
  const closes = ({ body }: Listed): boolean => closing.test((body ?? "").slice(0, maxBody));
  const ways = [
    { fits: isCommit, from: "trusted" },
    { fits: isCommit, from: "head" },
    { fits: closes, from: "trusted" },
    { fits: isCalled, from: "trusted" },
    { fits: isCalled, from: "head" },
  ] as const;
  for (const { fits, from } of ways) {
    const found: Listed[] = [];
    for (const pull of pulls) if (fits(pull) && (await originOf(pull)) === from) found.push(pull);
    // Parsing is expensive, so it comes last: a reference in code or a quote closes nothing.
    const read = fits === closes ? found.filter(({ body }) => names(body ?? "", task, home)) : found;
    if (read.length > 0) return read.map(({ number }) => number);
  }
  return [];
}

const maxBody = 100_000;

/** One of GitHub's closing words before the task's number, name or address. */
function closingPattern({ owner, repo, number }: FullRef, isHere: boolean): RegExp {
  const place = `${owner}/${repo}`.replaceAll(".", "\\.");
  const short = isHere ? `(?:${place})?#` : `${place}#`;
  const address = `https?://[A-Za-z0-9.:-]{1,260}/${place}/issues/`;
  return new RegExp(
    `\\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?[ \\t]{1,5}(?:${short}|${address})${number}(?![\\w-])`,
    "i",
  );
}

function names(body: string, task: FullRef, home: RepositoryName): boolean {
  return issuesNamed(body.slice(0, maxBody), home).includes(refKey(task));
}
