/** Writing to GitHub. A newcomer would repeat a write that failed: where its outcome is unknown, it is looked up first. */
import type { Millis } from "../../base/clock.ts";
import type { WriteReceipt } from "../../engine/fold/receipt.ts";
import type { NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import type { OpenedIssue } from "../../engine/model/memory.ts";
import type { Failure } from "./failure.ts";
import type { QueuedEffect } from "./outbox.ts";
import type { LabelsKept } from "./settings.ts";

export type WriteResult =
  | { readonly id: number; readonly ok: true; readonly receipt: WriteReceipt }
  | { readonly id: number; readonly ok: false; readonly failure: Failure };

export interface EnsuredLabels {
  /** How many had to be made. */
  readonly made: number;
  readonly labels: LabelsKept;
}

/** What a check run of ours says of one commit. */
export interface CheckShown {
  readonly headSha: string;
  readonly conclusion: "success" | "failure";
  readonly title: string;
  readonly summary: string;
}

/** What our check run about the settings says of one commit. */
export interface SettingsShown extends Omit<CheckShown, "conclusion"> {
  readonly conclusion: CheckShown["conclusion"] | "action_required";
  /** The commit whose settings are in force; undefined for the defaults. */
  readonly inForce: string | undefined;
  /** The move that brought the commit there; empty where none told of it. */
  readonly stay: string;
  /** When we say so. */
  readonly at: Millis;
}

/** Writes to GitHub: batched, paced, within budget. Never throws for an effect: each has its own result. */
export interface Writer {
  readonly write: (
    installationId: number,
    effects: readonly QueuedEffect[],
  ) => Promise<readonly WriteResult[]>;
  /** Our comment with this marker key on an issue, read fresh: for creates whose outcome is unknown. */
  readonly findOwnComment: (
    installationId: number,
    issueId: NodeId,
    key: string,
  ) => Promise<NodeId | undefined>;
  /** Makes a check run of ours called `name` that says what `verify` found. Throws `RequestFailed`. */
  readonly showVerified: (
    installationId: number,
    repositoryId: NodeId,
    name: string,
    shown: CheckShown,
  ) => Promise<void>;
  /** Makes a check run of ours, signed, that says which settings are in force. Throws `RequestFailed`. */
  readonly showSettings: (
    installationId: number,
    repositoryId: NodeId,
    shown: SettingsShown,
  ) => Promise<void>;
  /** Makes sure that the App's labels exist. One of `known` that has another name now was renamed and is left alone. */
  readonly ensureLabels: (repository: RepositorySeen, known: LabelsKept) => Promise<EnsuredLabels>;
  /** The issue that we opened with this marker key, among those made since an instant of our clock, read fresh. */
  readonly findOwnIssue: (
    installationId: number,
    repositoryId: NodeId,
    key: string,
    since: Millis,
  ) => Promise<OpenedIssue | undefined>;
}
