/**
 * The inbox for deliveries from GitHub's log, which did not pass the webhook endpoint. As there, access ends before they
 * are stored: GitHub's log is compared with what is stored, so none is fetched twice.
 */
import type { Inbox } from "../../dispatcher/ports/inbox.ts";
import type { Store } from "../../store/store.ts";
import { accessNews } from "./access-news.ts";
import { endAccess } from "./end-access.ts";

export function inboxOfLog(store: Pick<Store, "inbox" | "grants" | "apiTokens">): Inbox {
  const { inbox } = store;
  return {
    admit: async (delivery) => {
      const news = accessNews(delivery.event, delivery.payload);
      if (news !== undefined) await endAccess(store, news);
      return inbox.admit(delivery);
    },
    missing: (guids) => inbox.missing(guids),
    dueRepositories: (now, limit) => inbox.dueRepositories(now, limit),
    take: (repositoryId, now, limits) => inbox.take(repositoryId, now, limits),
    postpone: (guids, until, error, maxAttempts) => inbox.postpone(guids, until, error, maxAttempts),
    nextDueAt: () => inbox.nextDueAt(),
    counts: () => inbox.counts(),
    newestReceivedAt: () => inbox.newestReceivedAt(),
    bringForward: (late) => inbox.bringForward(late),
  };
}
