/**
 * Assembles the App's access to GitHub: its installations, and the ports that the dispatcher needs of them.
 * Create it once per App, not per installation: the marker keys, the budget and our own identity belong to
 * the App.
 */

import type { Probot } from "probot";
import type { Clock } from "../base/clock.ts";
import { UserError } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";
import type { ContextSource } from "../coordinator/ports.ts";
import type { RecordFiles } from "../coordinator/records/ports.ts";
import type { StoredBackoff } from "../dispatcher/ports/account.ts";
import type { RepositoryList, Tracker } from "../dispatcher/ports/tracker.ts";
import type { Translation } from "../dispatcher/ports/translation.ts";
import type { WorkObserver } from "../dispatcher/ports/work-observer.ts";
import type { Writer } from "../dispatcher/ports/writer.ts";
import type { InstallationId } from "../engine/model/fact.ts";
import { signedHostOf } from "../protocol/envelope/signed-host.ts";
import { createProvenance } from "./authorship/provenance.ts";
import { createContextSource } from "./files/context-source.ts";
import { createRecordFiles } from "./files/record-files.ts";
import { NewerIds } from "./identity/newer-ids.ts";
import {
  type LabelRenames,
  noRenames,
  renamedTracker,
  renamedTranslation,
  renamedWriter,
} from "./identity/renamed.ts";
import { readInstallation, readInstallations, readRepositories } from "./identity/repositories.ts";
import { createRoles } from "./identity/roles.ts";
import { readSelf, type Self } from "./identity/self.ts";
import { clientWithNewerIds, trackerWithNewerIds } from "./identity/with-newer-ids.ts";
import { createOwnRuns } from "./read/evidence/own-runs.ts";
import { createTracker } from "./read/issue-tracker.ts";
import { createBudget, type KeptBackoffs, type PaceMode } from "./transport/budget.ts";
import { createClient } from "./transport/client.ts";
import { createOctokits } from "./transport/octokits.ts";
import { translate } from "./webhooks/translate.ts";
import { createWriter } from "./write/issue-writer.ts";
import { createLabels } from "./write/labels.ts";
import { type MarkerKeys, markerKeys } from "./write/marker.ts";

export interface GitHubOptions {
  readonly appId: number;
  /** PEM. The markers' key is derived from it. */
  readonly privateKey: string;
  /** PEMs of keys rotated out: markers that they signed still verify. */
  readonly previousPrivateKeys?: readonly string[];
  /** REST root of an enterprise host, such as `http://127.0.0.1:4001/api/v3`; undefined for github.com. */
  readonly baseUrl?: string;
  readonly pacing: PaceMode;
  /** Waits that GitHub requested from an earlier process; they apply to this one too. */
  readonly backoffs?: KeptBackoffs;
  readonly clock: Clock;
  /** In [0, 1), for jitter. */
  readonly random: () => number;
  readonly log: Logger;
  /** What each repository calls our labels. */
  readonly renames?: LabelRenames;
  /** Told what GitHub answers. */
  readonly onAnswer?: WorkObserver["githubAnswered"] | undefined;
  /** Whether this process may still write for an installation: asked just before each request that writes. */
  readonly mayWrite?: ((installationId: InstallationId) => boolean) | undefined;
  /** Aborts the requests under way that write for an installation, once this process may no longer write for it. */
  readonly writeSignal?: ((installationId: InstallationId) => AbortSignal | undefined) | undefined;
}

/** GitHub as the other folders see it. */
export interface GitHub {
  readonly self: Self;
  readonly tracker: Tracker;
  readonly writer: Writer;
  /** The coordinator's access to a repository's files. */
  readonly context: ContextSource;
  readonly files: RecordFiles;
  /** Learns ids of GitHub's older format. Throws `RequestFailed` if it can be asked only later. */
  readonly learnIds: NewerIds["learn"];
  /** Normalises a delivery. Never throws. */
  readonly translate: (event: string, payload: unknown) => Translation;
  /** Probot, authenticated: for the Webhooks API's types and `receive`. */
  readonly probot: Probot;
  /** For processes that serve installations one at a time. */
  readonly share: GitHubShare;
}

/** GitHub as a process sees it that serves some of the installations, each for a while. */
export interface GitHubShare {
  /** All installations, suspended ones among them. Throws `RequestFailed`. */
  readonly installations: () => Promise<readonly InstallationId[]>;
  /** The repositories of one; none if it is suspended or was removed. Throws `RequestFailed`. */
  readonly repositoriesOf: (installationId: InstallationId) => Promise<RepositoryList>;
  /** Whether deliveries of the installation count as ours. */
  readonly knows: (installationId: InstallationId) => boolean;
  /** Takes over a wait that GitHub asked another process for. */
  readonly learn: (backoff: StoredBackoff) => void;
}

/**
 * Reads who we are and which installations are ours. Throws `RequestFailed` if GitHub cannot be asked or
 * refuses the App, and a `UserError` for a private key that is malformed or belongs to another App.
 */
export async function createGitHub(options: GitHubOptions): Promise<GitHub> {
  const { appId, clock, random, log, renames = noRenames } = options;
  const keys = readableKeys(options);
  const budget = createBudget(clock, options.pacing, options.backoffs);
  const { probot, ...octokits } = createOctokits({ ...options, baseUrl: options.baseUrl }, clock);
  const asked = createClient(octokits, {
    budget,
    clock,
    random,
    log,
    onAnswer: options.onAnswer,
    mayWrite: options.mayWrite,
    writeSignal: options.writeSignal,
  });
  const newerIds = new NewerIds(asked, clock);
  const client = clientWithNewerIds(asked, newerIds);
  let installations = await readInstallations(client);
  const reader = installations.find(({ isSuspended }) => !isSuspended)?.id ?? "anybody";
  const self = await readSelf(client, appId, reader);
  const host = signedHostOf(options.baseUrl);
  const ourselves = { botId: self.bot.id, keys, app: { id: appId }, host };
  const labels = createLabels(client, budget, renames);
  const roles = createRoles(client, clock, log);
  const ownRuns = createOwnRuns(clock);
  const repositories = async (): Promise<RepositoryList> => {
    installations = await readInstallations(client);
    return readRepositories(client, installations);
  };
  const repositoriesOf = async (id: InstallationId): Promise<RepositoryList> => {
    const found = await readInstallation(client, id);
    const listed = found === undefined ? [] : [found];
    installations = [...installations.filter((each) => each.id !== id), ...listed];
    return readRepositories(client, listed);
  };
  const isOurInstallation = (id: number): boolean =>
    installations.some((installation) => installation.id === id && !installation.isSuspended);
  const ours = { appId, botId: self.bot.id, host, isOurInstallation, newerIds };
  return {
    self,
    tracker: renamedTracker(
      trackerWithNewerIds(
        createTracker({ client, ourselves, roles, ownRuns, clock, random, repositories }),
        newerIds,
      ),
      renames,
    ),
    writer: renamedWriter(
      createWriter({ client, budget, labels, ourselves, ownRuns, clock, random }),
      renames,
    ),
    context: createContextSource(client, createProvenance(client, self.bot.id, roles.roleOf)),
    files: createRecordFiles(client),
    learnIds: (installationId, ids) => newerIds.learn(installationId, ids),
    translate: (event, payload) => {
      const translation = renamedTranslation(translate(event, payload, ours), renames);
      if (translation.labelsDeleted && translation.repository) labels.forget(translation.repository.id);
      return translation;
    },
    probot,
    share: {
      installations: async () => {
        installations = await readInstallations(client);
        return installations.map(({ id }) => id);
      },
      repositoriesOf,
      knows: isOurInstallation,
      learn: budget.learn,
    },
  };
}

function readableKeys({ privateKey, previousPrivateKeys = [] }: GitHubOptions): MarkerKeys {
  try {
    return markerKeys(privateKey, previousPrivateKeys);
  } catch (cause) {
    const message =
      "The App's private key cannot be read. It must be the whole PEM file, from `-----BEGIN` to its last line.";
    throw new UserError(message, { cause });
  }
}
