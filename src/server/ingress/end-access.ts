/** Ends what shows people more than they may see, once a delivery has said that their access changed. */
import type { Store } from "../../store/store.ts";
import type { AccessNews } from "./access-news.ts";

/** Resolves once it has ended durably. */
export async function endAccess(
  { grants, apiTokens }: Pick<Store, "grants" | "apiTokens">,
  news: AccessNews,
): Promise<void> {
  if (news.type === "revoked") await grants.endOf(news.nodeId);
  // The commands that have these tokens get new ones.
  else await apiTokens.endLogins();
}
