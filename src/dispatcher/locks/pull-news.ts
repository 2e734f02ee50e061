/** What a pass brought that may change what checks about locks say, although no lock changed. */
import type { NodeId } from "../../engine/model/fact.ts";
import type { Spender } from "../shares/read-shares.ts";

export interface PullNews {
  /** A pull request was opened, pushed to, edited or closed. */
  readonly hasPulls: boolean;
  /** Whose acts those were: listing pull requests counts against their shares. Empty if that is not known of all. */
  readonly by?: readonly Spender[] | undefined;
  /** The issues decided about. They are only read while something is locked. */
  readonly ids: readonly NodeId[];
}

export const noNews: PullNews = { hasPulls: false, ids: [] };

export function mergeNews(a: PullNews, b: PullNews): PullNews {
  const both = [a, b].filter(({ hasPulls }) => hasPulls);
  const isKnown = both.every(({ by = [] }) => by.length > 0);
  const accounts = new Map(both.flatMap(({ by = [] }) => by).map((each) => [each?.id, each]));
  return {
    hasPulls: both.length > 0,
    ids: [...new Set([...a.ids, ...b.ids])],
    by: isKnown ? [...accounts.values()] : [],
  };
}
