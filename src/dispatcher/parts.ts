/** The dispatcher's dependencies, passed in by the composition: ports, time, randomness, settings. */
import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { NodeId, RepositoryId } from "../engine/model/fact.ts";
import type { Text } from "../protocol/text.ts";
import type { FailureHandler } from "./failure/handle-failure.ts";
import type { InstallationBackoff } from "./failure/installation-backoff.ts";
import type { Mutex } from "./mutex.ts";
import type { Pace } from "./pace.ts";
import type { OnStep } from "./ports/durable-step.ts";
import type { Delivery, Inbox } from "./ports/inbox.ts";
import type { Index } from "./ports/issue-index.ts";
import type { Outbox } from "./ports/outbox.ts";
import type { SettingsOf } from "./ports/settings.ts";
import type { Tracker } from "./ports/tracker.ts";
import type { Translation } from "./ports/translation.ts";
import type { Writer } from "./ports/writer.ts";
import type { ListChanges } from "./repository/changes.ts";
import type { ReadEvidence } from "./repository/evidence.ts";
import type { RefreshRepositories } from "./repository/installations.ts";
import type { EnsureLabels } from "./repository/labels.ts";
import type { Listings } from "./repository/listings.ts";
import type { LeaderReport } from "./repository/report-leader.ts";
import type { AskRoles } from "./repository/roles.ts";
import type { RefreshSettings } from "./repository/settings.ts";
import type { WithTrust } from "./repository/whose-pulls.ts";

export interface Parts {
  readonly inbox: Inbox;
  readonly index: Index;
  readonly outbox: Outbox;
  readonly tracker: Tracker;
  readonly writer: Writer;
  /**
   * Turns a payload into normalised facts and targets. Throws if it cannot: the delivery is quarantined until
   * it succeeds.
   */
  readonly translate: (delivery: Delivery) => Promise<Translation>;
  readonly settingsOf: SettingsOf;
  /** Called after each commit about a repository's questions or answers. Returns at once. */
  readonly questionsDecided: (repositoryId: RepositoryId) => void;
  /** Whether the index outlives this run. */
  readonly keepsIndex: boolean;
  /** The only safe renderer, with the templates loaded. */
  readonly render: (text: Text) => string;
  /** Our own bot's node id. */
  readonly botId: NodeId;
  readonly clock: Clock;
  /** Between 0 and 1. */
  readonly random: () => number;
  readonly logger: Logger;
  readonly onStep: OnStep;
  readonly pace: Pace;
  /** One of each for the whole process. */
  readonly backoff: InstallationBackoff;
  readonly mutex: Mutex;
  readonly listings: Listings;
  readonly failures: FailureHandler;
  readonly listChanges: ListChanges;
  readonly askRoles: AskRoles;
  readonly readEvidence: ReadEvidence;
  readonly withTrust: WithTrust;
  readonly refreshRepositories: RefreshRepositories;
  readonly refreshSettings: RefreshSettings;
  readonly ensureLabels: EnsureLabels;
  readonly leader: LeaderReport;
}
