/** Everything the checks need, collected before any of them runs. Plain data: a check makes no requests. */
import type { Millis } from "../../base/clock.ts";
import type { OwnersPauses } from "../../dispatcher/schedule/pauses.ts";
import type { Inspection } from "../../github/identity/inspection.ts";
import type { GitHubSettings, WebhookSettings } from "../../server/composition/environment.ts";
import type { Role } from "../../server/composition/roles.ts";
import type { InspectedStore } from "../../store/shape/inspected-store.ts";
import type { PagesCheck } from "../context/check.ts";
import type { Manifest } from "../setup/manifest.ts";

export type Configuration =
  | ({ readonly type: "app"; readonly github: GitHubSettings } & PagesSeen)
  | { readonly type: "hub"; readonly github: GitHubSettings }
  /** Without the App's key. */
  | ({ readonly type: "web"; readonly webhook: WebhookSettings } & PagesSeen)
  | { readonly type: "worker"; readonly github: GitHubSettings }
  /** Nothing is configured, and no hub was ever started. */
  | { readonly type: "none" }
  | { readonly type: "broken"; readonly role: Role; readonly problem: string };

export interface PagesSeen {
  /** Where browsers reach the pages; undefined if they cannot. */
  readonly pagesAt: string | undefined;
  /** Whether a proxy has to be in front, as the server itself speaks no TLS, and none is named. */
  readonly lacksProxies: boolean;
}

export interface DoctorFacts {
  readonly now: Millis;
  readonly configuration: Configuration;
  /** The permissions and events that app.yml requests. */
  readonly manifest: Pick<Manifest, "default_permissions" | "default_events">;
  /** Undefined without a key. */
  readonly inspection: Inspection | undefined;
  readonly folder: FolderSeen;
  readonly programs: ProgramsSeen;
  /** Undefined if there is no index; a sentence if it cannot be read. */
  readonly store: InspectedStore | string | undefined;
  readonly pauses: OwnersPauses | string;
  readonly server: ServerState;
  /** Undefined if one process does everything, or the database cannot be read, which `store` says. */
  readonly cluster: ClusterFound | undefined;
  /** The context pages of the checkout that it runs in; undefined outside of one. */
  readonly pages: PagesCheck | undefined;
}

/** Several processes on one database. */
export interface ClusterFound {
  /** Those that run, on any machine. */
  readonly processes: readonly { readonly role: string; readonly release: string }[];
  /** Whether the tables of the job queue are as this release needs them. */
  readonly queueWasCurrent: boolean;
  /** A phrase for each problem, as in /health. */
  readonly degraded: readonly string[];
}

/** What the data folder shows of programs that `run` started as its owner. */
export interface ProgramsSeen {
  /** Undefined if there was none, or its record cannot be read. */
  readonly newest: { readonly agent: string; readonly at: Millis } | undefined;
  /** A file with the App's key that is in the data folder; undefined if there is none. */
  readonly keyFile: string | undefined;
}

export interface FolderSeen {
  readonly path: string;
  readonly state: "absent" | "writable" | "not writable" | "open to others";
  readonly freeBytes: number | undefined;
}

export type ServerState =
  | { readonly type: "none" }
  /** It left a contact file but does not respond. */
  | { readonly type: "silent"; readonly url: string }
  | {
      readonly type: "answers";
      readonly url: string;
      readonly status: number;
      readonly missing: readonly string[];
    };
