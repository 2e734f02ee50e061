/** Handles the requests that web processes send to the worker that owns an installation, by kind. */
import type { Store } from "../../store/store.ts";
import { coordinateRepositories } from "../composition/coordinate-once.ts";
import type { Processors } from "../composition/processing.ts";
import type { RequestHandlers } from "../requests/request-runner.ts";

interface Needs {
  readonly store: Pick<Store, "coordinatorStore" | "index">;
  /** Resolves when the stored pauses are effective. */
  readonly applyPauses: () => Promise<void>;
  readonly processors: Pick<Processors, "dispatch" | "coordinator" | "onRequest">;
}

export function requestHandlers({ store, applyPauses, processors }: Needs): RequestHandlers {
  const { dispatch, coordinator, onRequest } = processors;
  const { dispatcher, repositories } = dispatch;
  return {
    look: async (ref) => ({ isFresh: await onRequest.refreshIssue(ref) }),
    "pauses changed": async () => {
      await applyPauses();
      return {};
    },
    rebuild: async () => {
      const rebuilt = await dispatch.rebuild();
      dispatcher.wake();
      return { ...rebuilt, differences: [...rebuilt.differences] };
    },
    verify: async (report) => {
      const posted = await onRequest.showInvariants(report);
      dispatcher.wake();
      return posted;
    },
    coordinate: async (wish) => {
      const { settingsOf } = repositories;
      return { repositories: [...(await coordinateRepositories({ store, settingsOf, coordinator }, wish))] };
    },
    role: async ({ repositoryId, person }) => ({ found: await onRequest.roleOf(repositoryId, person) }),
    suspect: async () => {
      repositories.listings.suspect(undefined);
      return {};
    },
  };
}
