/** Applies what a webhook has said about people's access. */
import type { Store } from "../../store/store.ts";
import type { AccessNews } from "../ingress/access-news.ts";
import { endAccess } from "../ingress/end-access.ts";

export interface AccessChanges {
  /** Rises whenever what people may see may have changed. */
  readonly epoch: () => number;
  /** Resolves once what shows too much has ended durably. */
  readonly changed: (news: AccessNews) => Promise<void>;
}

/** @param elsewhere how often access has changed, as far as another process was told */
export function createAccessChanges(
  store: Pick<Store, "grants" | "apiTokens">,
  elsewhere: () => number = () => 0,
): AccessChanges {
  let here = 0;
  return {
    epoch: () => here + elsewhere(),
    changed: async (news) => {
      here += 1;
      await endAccess(store, news);
    },
  };
}
