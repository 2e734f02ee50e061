/** Sets up a tenure: the parts that serve one installation, with the last carryover and the stored pauses. */
import type { Millis } from "../../base/clock.ts";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import type { FairGate } from "../../dispatcher/fair-gate.ts";
import type { OwnersPauses } from "../../dispatcher/schedule/pauses.ts";
import type { Sessions } from "../../dispatcher/sessions/sessions.ts";
import { type InstallationId, noInstallation } from "../../engine/model/fact.ts";
import type { Tenure } from "../../jobs/held-installation.ts";
import type { InstallationStatus } from "../../store/shape/processes.ts";
import type { Requests } from "../../store/shape/requests.ts";
import type { Store } from "../../store/store.ts";
import { assembleOver, type BusOptions, type ConnectedApp } from "../composition/assembly.ts";
import { createProcessing, type Processors } from "../composition/processing.ts";
import { jsonOf } from "../maintenance/pauses-json.ts";
import { carryOut } from "../maintenance/pausing.ts";
import { parseCarryover, type StoredCarryover } from "./carryover-json.ts";
import { narrowedTo } from "./narrowed-app.ts";
import { pausedInEither } from "./paused-in-either.ts";

/** The tenure's part of the database. */
export interface TenureStore {
  readonly store: Store;
  /** The last carryover, and whether the previous tenure ended in order. */
  readonly found: { readonly text: string | undefined; readonly isClean: boolean };
  /** Stores the carryover for the next tenure, and the installation's status for web processes. */
  readonly saveCarryover: (text: string, status: InstallationStatus) => Promise<void>;
}

export interface ServedInstallation {
  readonly installationId: InstallationId;
  readonly store: Store;
  readonly processors: Processors;
  readonly applyPauses: () => Promise<void>;
}

export interface TenureParts {
  readonly options: BusOptions;
  readonly runtime: ProcessRuntime;
  readonly app: ConnectedApp;
  readonly openStore: (tenure: Tenure) => Promise<TenureStore>;
  /** The pauses that people want now. */
  readonly pauses: () => Promise<OwnersPauses>;
  /** The sessions of the installation's agents. */
  readonly sessionsIn: (installation: InstallationId) => Sessions;
  /** Called with all installations of the App, so that new ones are served. */
  readonly onListed: (installations: readonly InstallationId[]) => Promise<void>;
  readonly requests: Pick<Requests, "take" | "saveHeartbeats" | "answer">;
  /** For the passes that adopt the issues of repositories that are new. */
  readonly adopting: FairGate<InstallationId>;
  /** Called with the tenure's store when it begins. The returned function is called when it ends. */
  readonly onBegin: (store: Store) => () => void;
  /** How long an idle tenure waits for more work before it ends. Beginning another costs a few queries. */
  readonly idleTimeoutMs?: Millis;
}

export interface BegunTenure extends ServedInstallation {
  readonly wasClean: boolean;
  /** Repositories whose questions the previous tenure did not get to. */
  readonly unconsidered: StoredCarryover["unconsidered"];
  readonly sessions: Sessions;
  /** The effective pauses. */
  readonly pausesNow: () => OwnersPauses;
}

export async function beginTenure(
  parts: TenureParts,
  installationId: InstallationId,
  { store, found }: TenureStore,
  signal: AbortSignal,
): Promise<BegunTenure> {
  const { options, runtime, app, onListed } = parts;
  const wanted = await parts.pauses();
  const left = parseCarryover(found.text, installationId, wanted, runtime.clock.now());
  for (const backoff of await store.outbox.storedBackoffs())
    if (backoff.installationId === installationId) app.github.share.learn(backoff);
  const sessions = parts.sessionsIn(installationId);
  const narrowed = narrowedTo(installationId, app, onListed);
  const serving = {
    // After a crash nobody knows what was missed.
    carryover: found.isClean ? left : { ...left, heardSince: undefined, pullsListed: [] },
    readsLog: installationId === noInstallation,
    sessions,
    adoptInTurn: (pass: () => Promise<void>) => parts.adopting.run(installationId, pass, signal),
  };
  const assembled = assembleOver(options, runtime, store, narrowed, serving);
  // A pause that was stored since must block writes from the first one on, before it is fully applied.
  let pauses = pausedInEither(left.pauses, wanted);
  const processors = createProcessing({ store, assembled, pauses, signal });
  let last = Promise.resolve();
  const apply = async (): Promise<void> => {
    const wanted = await parts.pauses();
    if (JSON.stringify(jsonOf(wanted)) === JSON.stringify(jsonOf(pauses))) return;
    // A new pause must block writes at once, even while another one that ended is still being caught up.
    pauses = pausedInEither(pauses, wanted);
    processors.onRequest.pauses.pauses.take(pauses);
    await carryOut(processors.onRequest.pauses, wanted);
    pauses = wanted;
  };
  return {
    installationId,
    store,
    processors,
    sessions,
    wasClean: found.isClean,
    unconsidered: left.unconsidered,
    pausesNow: () => pauses,
    applyPauses: () => {
      last = last.catch(() => {}).then(apply);
      return last;
    },
  };
}
