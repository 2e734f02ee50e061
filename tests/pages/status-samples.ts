/** What a server says about itself, for tests of the page that shows it. */
import type { ServerStatus } from "../../src/pages/parts/status-data.ts";
import { minutes, noon } from "./samples.ts";

export function serverStatus(changes: Partial<ServerStatus> = {}): ServerStatus {
  return {
    version: "1.2.3",
    startedAt: noon - minutes(90),
    state: "ready",
    missing: [],
    failing: [],
    deliveries: { pending: 2, dead: 0 },
    effects: { pending: 1, held: 0, refused: 1 },
    heardAt: noon - minutes(3),
    unhealthy: 0,
    beyondShare: 0,
    readOnly: ["acme/vault"],
    paused: 0,
    claimsPaused: 0,
    passive: 0,
    rebuiltAt: undefined,
    quotas: [
      { installation: 7, resource: "core", remaining: 4_210, at: noon - minutes(1) },
      { installation: undefined, resource: "core", remaining: 4_990, at: noon - minutes(2) },
    ],
    ...changes,
  };
}
