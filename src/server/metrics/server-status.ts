/** Collects what the page about the server shows. */
import type { Millis } from "../../base/clock.ts";
import type { ServerStatus } from "../../pages/parts/status-data.ts";
import type { Bus } from "../composition/bus.ts";
import { packageVersion } from "../composition/package-version.ts";
import type { Health } from "../http/routes.ts";
import type { QuotaWatch } from "./quota-watch.ts";

interface Known {
  readonly bus: Pick<Bus, "store" | "cluster">;
  readonly health: () => Promise<Health>;
  readonly quotas: Pick<QuotaWatch, "list">;
  readonly startedAt: Millis;
  readonly rebuiltAt: Millis | undefined;
}

export async function statusOf({ bus, health, quotas, startedAt, rebuiltAt }: Known): Promise<ServerStatus> {
  const { status: state, missing, failing, deliveries, effects, ...rest } = await health();
  const { unhealthy, beyondShare, paused, claimsPaused, passive } = rest;
  const { inbox, index } = bus.store;
  const served = index.repositories();
  return {
    version: packageVersion(),
    startedAt,
    state,
    missing,
    failing,
    deliveries,
    effects,
    unhealthy,
    beyondShare,
    paused,
    claimsPaused,
    passive,
    rebuiltAt,
    heardAt: await inbox.newestReceivedAt(),
    readOnly: served
      .filter(({ lacksPermission }) => lacksPermission === true)
      .map(({ owner, name }) => `${owner}/${name}`),
    quotas: quotas.list(),
    cluster: bus.cluster?.(),
  };
}
