/** Our status on somebody else's escalation or vote, as it shows the question that it is about. */
import type { IssueSeen, OwnComment } from "../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../src/engine/model/persisted-state.ts";

export const statusShowing = ({ textHash }: Pick<IssueSeen, "textHash">, createdAt: number): OwnComment => ({
  id: "IC_shows",
  key: "status",
  text: "",
  persisted: { ...emptyPersistedState, regarded: { shows: textHash } },
  createdAt,
  isMinimized: false,
});
