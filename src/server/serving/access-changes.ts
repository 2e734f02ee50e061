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

export function createAccessChanges(store: Pick<Store, "grants" | "apiTokens">): AccessChanges {
  let epoch = 0;
  return {
    epoch: () => epoch,
    changed: async (news) => {
      epoch += 1;
      await endAccess(store, news);
    },
  };
}
