/** Looks up label renames in the settings of the repositories that this process serves at the moment. */
import { renamingIn } from "../../dispatcher/repository/label-keeper.ts";
import { settingsIn } from "../../dispatcher/repository/settings-refresher.ts";
import type { LabelRenames } from "../../github/identity/renamed.ts";
import type { Store } from "../../store/store.ts";

export interface ServedLabelRenames {
  readonly renames: LabelRenames;
  /** Knows the repositories of the store until the returned function is called. */
  readonly add: (store: Pick<Store, "index">) => () => void;
}

export function createServedLabelRenames(): ServedLabelRenames {
  const served = new Map<Pick<Store, "index">, LabelRenames>();
  return {
    renames: (repositoryId) => {
      for (const [{ index }, renames] of served)
        if (index.repository(repositoryId) !== undefined) return renames(repositoryId);
      return {};
    },
    add: (store) => {
      served.set(store, renamingIn(store.index, settingsIn(store.index)));
      return () => void served.delete(store);
    },
  };
}
