/**
 * What an installation has used of GitHub's limits: each comment and issue that we created in the last hour,
 * or may have, and until when GitHub asked us to wait. It outlives the process, as GitHub's own count does.
 */
import type { Millis } from "../../base/clock.ts";
import type { Wait } from "../../base/wait.ts";
import type { InstallationId, NodeId, RepositoryId } from "../../engine/model/fact.ts";

export interface Limits {
  readonly perMinute: number;
  readonly perHour: number;
}

/** The limit for what people wait to read, and for the rest. */
export interface CreationLimits {
  readonly awaited: Limits;
  readonly others: Limits;
}

/** Who uses a share of a repository's comments. */
export interface ShareHolder {
  readonly author: NodeId | "nobody";
  /** Whether the author has no write access. */
  readonly isStranger: boolean;
}

/** A comment or issue that an effect will create. */
export interface Charge {
  readonly effectId: number;
  readonly isAwaited: boolean;
  /** Undefined if it counts towards no one's share. */
  readonly holder: ShareHolder | undefined;
}

/** The creations that `Outbox.sending` counts, and their limit. */
export interface CreationCharges {
  readonly installationId: InstallationId;
  readonly charges: readonly Charge[];
  readonly limits: CreationLimits;
}

/** A comment that was created, or may have been. */
export interface UsedShare extends ShareHolder {
  readonly repositoryId: RepositoryId;
  readonly at: Millis;
}

/** A backoff that GitHub requested for an installation. */
export interface StoredBackoff extends Wait {
  readonly installationId: InstallationId;
  /** How many such backoffs came in a row, this one included. */
  readonly count: number;
}

export interface Account {
  /**
   * What counts towards shares since `since`, at most an hour ago, the oldest first. In an index without any
   * count, the comments that its records show.
   */
  readonly sharesTaken: (installationId: InstallationId, since: Millis) => Promise<readonly UsedShare[]>;
  readonly storedBackoffs: () => Promise<readonly StoredBackoff[]>;
  readonly saveBackoff: (backoff: StoredBackoff) => Promise<void>;
}
