/** Ends what shows people more than they may see, once a webhook has said that their access changed. */
import type { Logger } from "../../base/logger.ts";
import type { Store } from "../../store/store.ts";
import type { AccessNews } from "../ingress/access-news.ts";

export interface AccessChanges {
  /** Rises whenever what people may see may have changed. */
  readonly epoch: () => number;
  /** Returns at once, and never throws. */
  readonly changed: (news: AccessNews) => void;
}

export function createAccessChanges(
  { grants, apiTokens }: Pick<Store, "grants" | "apiTokens">,
  logger: Logger,
): AccessChanges {
  let epoch = 0;
  const endSessionsOf = async (nodeId: string): Promise<void> => {
    try {
      await grants.endOf(nodeId);
    } catch (thrown) {
      logger.error({ nodeId }, "could not end the sessions of a person", thrown);
    }
  };
  /** Their lists may be out of date; the commands that have them get new ones. */
  const endLogins = async (): Promise<void> => {
    try {
      await apiTokens.endKind("login");
    } catch (thrown) {
      logger.error({}, "could not end tokens that may show too much", thrown);
    }
  };
  return {
    epoch: () => epoch,
    changed: (news) => {
      epoch += 1;
      if (news.type === "revoked") void endSessionsOf(news.nodeId);
      else void endLogins();
    },
  };
}
