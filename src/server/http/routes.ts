/**
 * Maps paths to handlers: the webhooks, the requests of the owner's commands, /health and the probes are served here, as fast as
 * possible; everything else is the site's.
 */
import type { RequestListener, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { type Ingress, webhookPath } from "../ingress/ingress.ts";
import type { Control } from "./control.ts";
import { reply } from "./reply.ts";
import { sendJson } from "./send.ts";

const metricsPath = "/metrics";

/** The server's health, as /health reports it. */
export interface Health {
  /** `failing`: something that worked no longer does; the field `failing` says what. */
  readonly status: "ready" | "starting" | "failing";
  /** The stages that must complete before it is ready. */
  readonly missing: readonly string[];
  /**
   * What cannot be written: `journal` (deliveries get 503) or `index` (all work stops). `release`: a newer release excludes
   * this process, which stops. `github`: all requests to GitHub fail; deliveries are stored meanwhile. `installations`: GitHub
   * refuses all that are served. `work`: work is due, and for ten minutes nothing was done.
   */
  readonly failing: readonly {
    readonly part: string;
    readonly error: string;
    /** Absent where only the present is known. */
    readonly since?: string;
  }[];
  readonly deliveries: { readonly pending: number; readonly dead: number };
  /** `held` effects wait for the end of a pause. */
  readonly effects: { readonly pending: number; readonly held: number; readonly refused: number };
  /** How many installations deny us access: the log names them. */
  readonly unhealthy: number;
  /**
   * How many accounts have used up this hour's share of GitHub's quota in a repository: what they do there is read once a
   * minute, and the files of their large pull requests later.
   */
  readonly beyondShare: number;
  /** How many repositories are paused: read, but not written to. */
  readonly paused: number;
  /** In how many repositories agents are given no task, although everything else goes on. */
  readonly claimsPaused: number;
  /** How many offers to start wait for their agents, and how many agents that were started work. */
  readonly starts: { readonly offered: number; readonly working: number };
  /**
   * In how many repositories another installation is the leader, so that nothing is written there; the log
   * lists them.
   */
  readonly passive: number;
  /** Webhook requests by response, since the start. */
  readonly ingress: Readonly<Record<string, number>>;
  /** The workers that share the database; absent where one process does everything. */
  readonly cluster?: ClusterHealth | undefined;
}

interface ClusterHealth {
  readonly workers: readonly {
    readonly release: string;
    readonly startedAt: string;
    /** How many installations it serves now. */
    readonly tenures: number;
    /** Its event loop has hardly any time left. */
    readonly busy: boolean;
    /** Since when all its requests to GitHub have failed; absent while GitHub answers. */
    readonly githubFailingSince?: string | undefined;
  }[];
  /** How many tenures workers lost in the last hour, because heartbeats failed or another worker took over. */
  readonly fencesLost: number;
  /** Of how many installations GitHub's limits hold up the work. */
  readonly limited: number;
  /** When the last of them may go on. */
  readonly limitedUntil?: string | undefined;
  /** The installation whose work has been due for the longest time. */
  readonly oldestDue?: { readonly installation: number; readonly seconds: number } | undefined;
  /** What an operator should look at, in words; empty if all is well. */
  readonly degraded: readonly string[];
}

export interface RoutesPorts {
  readonly ingress: Ingress;
  readonly control: Control;
  readonly health: () => Promise<Health>;
  /** Known without asking the store. */
  readonly failing: () => Health["failing"];
  readonly probes: ReadonlyMap<string, RequestListener>;
  readonly site: RequestListener;
  /** Figures of the machine; undefined if nobody has a token for them. */
  readonly metrics: RequestListener | undefined;
  /** Told how long it took to answer a delivery. */
  readonly received?: ((tookMs: number) => void) | undefined;
}

export function createRoutes(ports: RoutesPorts): RequestListener {
  const { ingress, control, probes, site, metrics, received } = ports;
  const receive: RequestListener = async (request, response) => {
    const begun = performance.now();
    await ingress.receive(request, response);
    received?.(performance.now() - begun);
  };
  return (request, response) => {
    const path = pathOf(request.url ?? "/");
    const isRead = request.method === "GET" || request.method === "HEAD";
    const asked = control.routes.get(path) ?? probes.get(path);
    if (path === webhookPath) receive(request, response);
    else if (path === metricsPath) (metrics ?? unknown)(request, response);
    else if (asked !== undefined) asked(request, response);
    else if (path !== "/health") site(request, response);
    else if (isRead) void sendHealth(response, ports);
    else reply(request, response, "wrongMethod");
  };
}

const unknown: RequestListener = (request, response) => reply(request, response, "unknownPath");

function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}

type HealthPorts = Pick<RoutesPorts, "health" | "failing">;

async function sendHealth(response: ServerResponse, ports: HealthPorts): Promise<void> {
  const found = await safely(ports);
  const status = found.status === "ready" ? 200 : 503;
  sendJson(response, status, found);
}

/** Who asks is told within this time, whether the store answers or not. */
const patienceMs = 3_000;

/** The counts come from the store, which may be failing, or far away and silent. */
async function safely({
  health,
  failing,
}: HealthPorts): Promise<Health | ({ readonly status: "store unavailable" } & Pick<Health, "failing">)> {
  const enough = new AbortController();
  try {
    const late = wait(patienceMs, undefined, { signal: enough.signal }).then(() => {
      throw new Error("The store does not answer.");
    });
    return await Promise.race([health(), late]);
  } catch {
    return { status: "store unavailable", failing: failing() };
  } finally {
    enough.abort();
  }
}
