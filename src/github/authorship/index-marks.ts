/**
 * The signed marks of the runs that kept their index: a check run on the newest commit that changed the workflow. Another
 * holder of the token can repost an old mark, so the newest is the one with the highest number, not the last posted. On a
 * branch that was set back, the newest commit with a mark is an earlier one.
 */
import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Ourselves } from "../read/comments.ts";
import { indexCheckName, type OwnRuns, ownRunsOn } from "../read/evidence/check-runs.ts";
import type { Client } from "../transport/client.ts";
import { ofIndex, readCheck, signCheck } from "../write/check-marker.ts";
import { undefinedIfUnavailable } from "./branch-moves.ts";
import { lastReset } from "./branch-resets.ts";

export interface IndexMark {
  /** When it was left, in milliseconds by GitHub's clock, and higher than that of any mark that was found then. */
  readonly number: number;
  /** The last reset of the default branch that it was left after, as `lastReset` names it. */
  readonly reset: string;
  /** The run; without white space. */
  readonly run: string;
}

/** Where the marks are, and the newest one. */
export interface MarkPlace {
  readonly repository: RepositorySeen;
  /** The default branch's name. */
  readonly branch: string;
  readonly commit: string;
  /** The branch's last reset; undefined while GitHub does not show it, and then no mark can be left. */
  readonly reset: string | undefined;
  readonly newest: IndexMark | undefined;
  /** Why `newest` may not be the newest that was ever left, as half a sentence; undefined if it is. */
  readonly doubt?: string;
  /** GitHub's number for the check run with the newest mark. */
  readonly checkId: number | undefined;
}

export interface DefaultBranch {
  readonly repository: RepositorySeen;
  /** Its name. */
  readonly branch: string;
}

const commitsShape = z.array(z.object({ sha: z.string() }));

export class IndexMarks {
  readonly #client: Client;
  readonly #ourselves: Ourselves;
  readonly #clock: Clock;
  readonly #readBranch: () => Promise<DefaultBranch>;

  constructor(client: Client, ourselves: Ourselves, clock: Clock, readBranch: () => Promise<DefaultBranch>) {
    this.#client = client;
    this.#ourselves = ourselves;
    this.#clock = clock;
    this.#readBranch = readBranch;
  }

  /**
   * Undefined if no commit changed `path`, or if the token may not read check runs: then nothing can be kept.
   * @param path the workflow's file
   * @throws RequestFailed
   */
  async read(path: string): Promise<MarkPlace | undefined> {
    const { repository, branch } = await this.#readBranch();
    const { owner, name: repo, installationId } = repository;
    const parameters = { owner, repo, path, per_page: 1 };
    const route = "/repos/{owner}/{repo}/commits";
    const answer = await undefinedIfUnavailable(() =>
      this.#client.get(installationId, route, parameters, commitsShape),
    );
    const commit = answer?.type === "fresh" ? answer.data[0]?.sha : undefined;
    if (commit === undefined) return undefined;
    const named = { sha: commit, name: indexCheckName };
    const own = await undefinedIfUnavailable(() =>
      ownRunsOn(this.#client, this.#ourselves, repository, named),
    );
    if (own === undefined) return undefined;
    const [newest] = this.#marksIn(own, repository, commit);
    const reset = await lastReset(this.#client, repository, branch);
    const doubt = doubtOf(own, { branch, newest: newest?.mark, reset });
    return {
      repository,
      branch,
      commit,
      reset,
      newest: newest?.mark,
      checkId: newest?.id,
      ...(doubt === undefined ? {} : { doubt }),
    };
  }

  /** The newest first. */
  #marksIn(
    { runs }: OwnRuns,
    repository: RepositorySeen,
    commit: string,
  ): readonly { readonly id: number; readonly mark: IndexMark }[] {
    const { keys, host } = this.#ourselves;
    const place = { host, repositoryId: repository.id, headSha: commit };
    return runs
      .flatMap(({ id, external_id }) => {
        const marked = readCheck(keys, external_id ?? "", place);
        const mark = marked?.issueId === ofIndex ? markIn(marked.shows) : undefined;
        return mark === undefined ? [] : { id, mark };
      })
      .toSorted((a, b) => b.mark.number - a.mark.number);
  }

  /**
   * Resolves to whether GitHub took it. Changes the check run with the last mark, so that a commit has one of them.
   * @param run without white space
   * @throws RequestFailed if GitHub gave no final answer
   */
  async leave({ repository, commit, checkId, newest, reset }: MarkPlace, run: string): Promise<boolean> {
    if (reset === undefined) return false;
    const { id: repositoryId, owner, name: repo, installationId } = repository;
    const place = { host: this.#ourselves.host, repositoryId, headSha: commit };
    const now = Math.round(this.#clock.now() - this.#client.aheadMs());
    const shows = `${Math.max(now, (newest?.number ?? 0) + 1)}.${reset}.${run}`;
    const said = {
      owner,
      repo,
      status: "completed",
      conclusion: "neutral",
      external_id: signCheck(this.#ourselves.keys, { ...place, issueId: ofIndex, shows }),
      output: {
        title: "A run kept what it read",
        summary:
          "The next run continues from there, if the repository's cache still has it. It is no verdict on this commit.",
      },
    };
    try {
      if (checkId !== undefined) {
        const route = "/repos/{owner}/{repo}/check-runs/{check_run_id}";
        await this.#client.patch(installationId, route, { ...said, check_run_id: checkId });
      } else {
        const made = { ...said, name: indexCheckName, head_sha: commit };
        await this.#client.post(installationId, "/repos/{owner}/{repo}/check-runs", made);
      }
      return true;
    } catch (thrown) {
      if (thrown instanceof RequestFailed && thrown.failure.type === "refused") return false;
      throw thrown;
    }
  }
}

function doubtOf(
  { isWhole }: OwnRuns,
  { branch, newest, reset }: Pick<MarkPlace, "branch" | "newest" | "reset">,
): string | undefined {
  if (!isWhole)
    return `more checks are named ${indexCheckName} than can be read, until the workflow's file changes`;
  if (reset === undefined) return `GitHub does not show the last move of ${branch}`;
  return newest === undefined || newest.reset === reset
    ? undefined
    : `${branch} was set back after it was kept`;
}

function markIn(shows: string): IndexMark | undefined {
  const [, number, reset, run] = /^(\d{1,15})\.([\w-]{1,100})\.(\S{1,100})$/.exec(shows) ?? [];
  if (number === undefined || reset === undefined || run === undefined) return undefined;
  return { number: Number(number), reset, run };
}
