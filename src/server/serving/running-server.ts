/** What a process that receives webhooks and serves the site needs, and what it offers once it runs. */
import type { Millis } from "../../base/clock.ts";
import type { Board } from "../../operations/ports.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import type { BusOptions } from "../composition/assembly.ts";
import type { WebhookSettings } from "../composition/environment.ts";
import type { SiteSettings } from "../composition/site-environment.ts";
import type { Health } from "../http/routes.ts";

export interface HttpServerOptions extends Pick<BusOptions, "home" | "databaseUrl" | "pacing"> {
  readonly github: WebhookSettings;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly site?: SiteSettings;
  /** Lets its holder read /metrics; without one, /metrics is closed. */
  readonly metricsToken?: string | undefined;
  /** How long /readyz says that it stops before it does, so that a load balancer sends nothing more; 0 if absent. */
  readonly noticeMs?: Millis;
}

export interface RunningServer {
  /** For example `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly board: Board;
  /**
   * A link that lets a browser in as the owner of the data folder, once, until this process ends.
   * @throws UserError if no browser can reach the server
   */
  readonly entryLink: (to: string) => string;
  /** Where GitHub may send browsers back to that have signed in. */
  readonly callbackUrls: readonly string[];
  readonly health: () => Promise<Health>;
  /** Resolves when /health returns 200; rejects with a UserError if waiting cannot help. */
  readonly whenReady: Promise<void>;
  /** Resolves when nothing is under way and nothing is due. */
  readonly idle: () => Promise<void>;
  /**
   * Refreshes an issue and what changed around it. Resolves to whether the index is now up to date with
   * GitHub.
   */
  readonly refreshIssue: (ref: FullRef) => Promise<boolean>;
  /** Completes requests and work in progress, and leaves the rest on disk. */
  readonly close: () => Promise<void>;
}
