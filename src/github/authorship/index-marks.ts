/**
 * The signed marks of the runs that kept their index: a check run on the newest commit that changed the workflow. Another
 * holder of the token can repost an old mark, so the newest is the one with the highest number, not the last posted.
 */
import { z } from "zod";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { RepositorySeen } from "../../engine/model/fact.ts";
import type { Ourselves } from "../read/comments.ts";
import { indexCheckName, isMadeBy, runsOn } from "../read/evidence/check-runs.ts";
import type { Client } from "../transport/client.ts";
import { ofIndex, readCheck, signCheck } from "../write/check-marker.ts";
import { undefinedIfUnavailable } from "./branch-moves.ts";

export interface IndexMark {
  /** Counts the runs that left a mark. */
  readonly number: number;
  /** The run; without white space. */
  readonly run: string;
}

/** Where the marks are, and the newest one. */
export interface MarkPlace {
  readonly repository: RepositorySeen;
  readonly commit: string;
  readonly newest: IndexMark | undefined;
  /** GitHub's number for the check run with the newest mark. */
  readonly checkId: number | undefined;
}

const commitsShape = z.array(z.object({ sha: z.string() }));

export class IndexMarks {
  readonly #client: Client;
  readonly #ourselves: Ourselves;
  readonly #readRepository: () => Promise<RepositorySeen>;

  constructor(client: Client, ourselves: Ourselves, readRepository: () => Promise<RepositorySeen>) {
    this.#client = client;
    this.#ourselves = ourselves;
    this.#readRepository = readRepository;
  }

  /**
   * Undefined if no commit changed `path`, or if the token may not read check runs: then nothing can be kept.
   * @param path the workflow's file
   * @throws RequestFailed
   */
  async read(path: string): Promise<MarkPlace | undefined> {
    const repository = await this.#readRepository();
    const { owner, name: repo, installationId } = repository;
    const parameters = { owner, repo, path, per_page: 1 };
    const route = "/repos/{owner}/{repo}/commits";
    const answer = await undefinedIfUnavailable(() =>
      this.#client.get(installationId, route, parameters, commitsShape),
    );
    const commit = answer?.type === "fresh" ? answer.data[0]?.sha : undefined;
    if (commit === undefined) return undefined;
    const only = { check_name: indexCheckName, filter: "all" };
    const runs = await undefinedIfUnavailable(() => runsOn(this.#client, repository, commit, only));
    if (runs === undefined) return undefined;
    const place = { host: this.#ourselves.host, repositoryId: repository.id, headSha: commit };
    const [newest] = runs
      .filter((run) => isMadeBy(this.#ourselves, run))
      .flatMap(({ id, external_id }) => {
        const marked = readCheck(this.#ourselves.keys, external_id ?? "", place);
        const mark = marked?.issueId === ofIndex ? markIn(marked.shows) : undefined;
        return mark === undefined ? [] : { id, mark };
      })
      .toSorted((a, b) => b.mark.number - a.mark.number);
    return { repository, commit, newest: newest?.mark, checkId: newest?.id };
  }

  /**
   * Resolves to whether GitHub took it. Changes the check run with the last mark, so that a commit has one of them.
   * @throws RequestFailed if GitHub gave no final answer
   */
  async leave({ repository, commit, checkId }: MarkPlace, mark: IndexMark): Promise<boolean> {
    const { id: repositoryId, owner, name: repo, installationId } = repository;
    const place = { host: this.#ourselves.host, repositoryId, headSha: commit };
    const shows = `${mark.number}.${mark.run}`;
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

function markIn(shows: string): IndexMark | undefined {
  const [, number, run] = /^(\d{1,15})\.(\S{1,100})$/.exec(shows) ?? [];
  return number === undefined || run === undefined ? undefined : { number: Number(number), run };
}
