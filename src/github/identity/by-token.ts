/**
 * GitHub through one token for one repository: a workflow's own, where no App is registered. Such a token has
 * no installations and no delivery log, so there is one repository and no deliveries.
 */

import { z } from "zod";
import type { Millis } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import type { RepositoryList } from "../../dispatcher/ports/tracker.ts";
import { signedHostOf } from "../../protocol/envelope/signed-host.ts";
import { undefinedIfUnavailable } from "../authorship/branch-moves.ts";
import { type DefaultBranch, IndexMarks } from "../authorship/index-marks.ts";
import { createProvenance } from "../authorship/provenance.ts";
import { createContextSource } from "../files/context-source.ts";
import { createRecordFiles } from "../files/record-files.ts";
import type { GitHub, GitHubOptions } from "../github.ts";
import { createOwnRuns } from "../read/evidence/own-runs.ts";
import { createTracker } from "../read/issue-tracker.ts";
import { createBudget } from "../transport/budget.ts";
import { type Client, createClient } from "../transport/client.ts";
import { UnexpectedResponse } from "../transport/octokit-errors.ts";
import { tokenOctokit } from "../transport/octokits.ts";
import { createWriter } from "../write/issue-writer.ts";
import { createLabels } from "../write/labels.ts";
import { sharedMarkerKeys } from "../write/marker.ts";
import { NewerIds } from "./newer-ids.ts";
import { noRenames, renamedTracker, renamedWriter } from "./renamed.ts";
import { repositoryShape, toRepositorySeen } from "./repositories.ts";
import { createRoles } from "./roles.ts";
import { readBot } from "./self.ts";
import { clientWithNewerIds, trackerWithNewerIds } from "./with-newer-ids.ts";

/** Stands for the installation in all requests; GitHub never gives an installation this number. */
const account = 1;

export interface TokenOptions extends Omit<GitHubOptions, "appId" | "privateKey" | "previousPrivateKeys"> {
  readonly token: string;
  readonly owner: string;
  readonly repo: string;
  /** Signs our markers: a secret of the repository, the same in each run. */
  readonly markerSecret: string;
}

/** The part of `GitHub` that needs no App. */
export interface GitHubByToken extends Pick<GitHub, "tracker" | "writer" | "context" | "files"> {
  readonly indexMarks: IndexMarks;
  readonly bot: { readonly id: string; readonly login: string };
  /**
   * Whether the token may read pull requests; those of a public repository are readable without the
   * permission.
   */
  readonly mayReadPulls: () => Promise<boolean>;
  /** What GitHub asked the token to wait for; undefined if for nothing. */
  readonly currentWait: () => AskedWait | undefined;
}

/** A wait that GitHub asked for. */
export interface AskedWait {
  readonly until: Millis;
  /** Whether the hour's GraphQL points are spent; otherwise GitHub saw too many requests at once. */
  readonly isForPoints: boolean;
}

const branchShape = repositoryShape.extend({ default_branch: z.string() });
const viewerShape = z.object({ viewer: z.object({ login: z.string().min(1) }) });

/**
 * Reads who the token belongs to. Throws `RequestFailed`, and a `UserError` for a person's token: that
 * person's text would count as ours, and their commands would be ignored.
 */
export async function createGitHubByToken(options: TokenOptions): Promise<GitHubByToken> {
  const { token, owner, repo, markerSecret, clock, random, log, pacing, renames = noRenames } = options;
  const budget = createBudget(clock, pacing);
  const octokits = tokenOctokit(token, options.baseUrl);
  const asked = createClient(octokits, { budget, clock, random, log });
  const newerIds = new NewerIds(asked, clock);
  const client = clientWithNewerIds(asked, newerIds);
  // REST has a quota of its own, so that the mark can be left when the points are spent.
  const marksClient = createClient(octokits, { budget: createBudget(clock, pacing), clock, random, log });
  const bot = await readViewer(client);
  const ourselves = {
    botId: bot.id,
    keys: sharedMarkerKeys(markerSecret),
    app: { botLogin: bot.login },
    host: signedHostOf(options.baseUrl),
  };
  const roles = createRoles(client, clock, log);
  const ownRuns = createOwnRuns(clock);
  const labels = createLabels(client, budget, renames);
  const readBranch = async (): Promise<DefaultBranch> => {
    const answer = await client.get(account, "/repos/{owner}/{repo}", { owner, repo }, branchShape);
    if (answer.type !== "fresh") throw new UnexpectedResponse(`GitHub did not return ${owner}/${repo}.`);
    return { repository: toRepositorySeen(answer.data, account), branch: answer.data.default_branch };
  };
  const repositories = async (): Promise<RepositoryList> => ({
    repositories: [(await readBranch()).repository],
    unlisted: [],
  });
  const tracker = trackerWithNewerIds(
    createTracker({ client, ourselves, roles, ownRuns, clock, random, repositories }),
    newerIds,
  );
  const pulls = { owner, repo, per_page: 1 };
  return {
    bot,
    indexMarks: new IndexMarks(marksClient, ourselves, clock, readBranch),
    currentWait: () => {
      const until = budget.heldUntil(account);
      return until === undefined ? undefined : { until, isForPoints: budget.isHeldForQuota(account) };
    },
    mayReadPulls: async () =>
      (await undefinedIfUnavailable(() =>
        client.get(account, "/repos/{owner}/{repo}/pulls", pulls, z.array(z.unknown())),
      )) !== undefined,
    tracker: { ...renamedTracker(tracker, renames), deliveredSince: async () => [] },
    writer: renamedWriter(
      createWriter({ client, budget, labels, ourselves, ownRuns, clock, random }),
      renames,
    ),
    context: createContextSource(client, createProvenance(client, undefined, roles.roleOf)),
    files: createRecordFiles(client),
  };
}

async function readViewer(client: Client): Promise<GitHubByToken["bot"]> {
  const { data } = await client.query(account, "query { viewer { login } }", {});
  const answer = viewerShape.safeParse(data);
  if (!answer.success) throw new UnexpectedResponse("GitHub did not say whose token it is.");
  const { login } = answer.data.viewer;
  const bot = await readBot(client, account, login);
  if (bot !== undefined) return bot;
  throw new UserError(
    `The token belongs to \`${login}\`, which is not a bot. Use a workflow's own token (\`github.token\`) or an installation's: everything the token's owner writes counts as signalbox's.`,
  );
}
