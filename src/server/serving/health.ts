/** What `GET /health` says about a server or a web process. */
import { type Millis, toIsoSeconds } from "../../base/clock.ts";
import { clusterHealth } from "../cluster/cluster-health.ts";
import type { Bus } from "../composition/bus.ts";
import type { Health } from "../http/routes.ts";
import type { Ingress } from "../ingress/ingress.ts";

/** @param githubFailingSince since when all requests to GitHub have failed; undefined while GitHub answers */
export async function healthOf(
  bus: Bus,
  ingress: Ingress,
  githubFailingSince: Millis | undefined,
): Promise<Health> {
  const { store, missing, paused, claimsPaused, passive, unhealthy, beyondShare } = bus;
  const [{ pending, dead }, effects, starts, stuckSince] = await Promise.all([
    store.inbox.counts(),
    store.outbox.counts(),
    store.board.openStarts(),
    bus.stuckSince(),
  ]);
  const working = starts.filter(({ isTaken }) => isTaken).length;
  const failing = [
    ...failingOf({ store }),
    ...withoutGitHub(missing(), githubFailingSince),
    ...allRefused(bus),
    ...stuck(missing(), stuckSince),
  ];
  return {
    status: failing.length > 0 ? "failing" : missing().length === 0 ? "ready" : "starting",
    missing: missing(),
    failing,
    deliveries: { pending, dead },
    effects: { pending: effects.pending + effects.sending, held: effects.held, refused: effects.refused },
    unhealthy: unhealthy().length,
    beyondShare: beyondShare(),
    paused: paused(),
    claimsPaused: claimsPaused(),
    starts: { offered: starts.length - working, working },
    passive: passive(),
    ingress: ingress.counts(),
    ...(bus.cluster === undefined ? {} : { cluster: clusterHealth(bus.cluster()) }),
  };
}

/** At the start GitHub is what is missing. */
function withoutGitHub(missing: readonly string[], since: Millis | undefined): Health["failing"] {
  if (since === undefined || missing.includes("github")) return [];
  return [{ part: "github", error: "every request to GitHub fails", since: toIsoSeconds(since) }];
}

/** Every installation that has repositories here refuses us: then nothing can be done for anybody. */
function allRefused({ store, unhealthy }: Pick<Bus, "store" | "unhealthy">): Health["failing"] {
  const served = new Set(store.index.repositories().map(({ installationId }) => installationId));
  const refused = new Set(unhealthy());
  if (served.size === 0 || ![...served].every((id) => refused.has(id))) return [];
  const error =
    served.size === 1
      ? "GitHub refuses the only installation; the log says why"
      : "GitHub refuses all installations; the log says why";
  return [{ part: "installations", error }];
}

function stuck(missing: readonly string[], since: Millis | undefined): Health["failing"] {
  if (since === undefined || missing.length > 0) return [];
  const error = "work is due and none of it gets done; the log names what fails";
  return [{ part: "work", error, since: toIsoSeconds(since) }];
}

/** The parts of the store that fail, from memory: asking PostgreSQL could take long while it cannot be reached. */
export function failingOf({ store }: Pick<Bus, "store">): Health["failing"] {
  return store.faults().map(({ part, error, since }) => ({ part, error, since: toIsoSeconds(since) }));
}
