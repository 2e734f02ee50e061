/** How much deliveries, refreshes and effects wait, or soon will, besides what was refused. */
import { countOf } from "./watch.ts";

// A question that is open is looked at every few minutes: that is no work that is left.
const underWay = `(SELECT 1 FROM delivery WHERE state = 'pending'
UNION ALL SELECT 1 FROM refresh WHERE due_at < extract(epoch FROM now()) * 1000 + 60000
  AND because NOT IN ('It is open and may have been answered.', 'No one has answered it by its deadline.')
UNION ALL SELECT 1 FROM effect WHERE state <> 'refused') AS left_over`;

export function pendingWork(url: string): Promise<number> {
  return countOf(url, underWay);
}
