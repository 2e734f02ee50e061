/** How much deliveries, refreshes and effects wait, or soon will, besides what was refused. */
import { countOf } from "./watch.ts";

const underWay = `(SELECT 1 FROM delivery WHERE state = 'pending'
UNION ALL SELECT 1 FROM refresh WHERE due_at < extract(epoch FROM now()) * 1000 + 60000
UNION ALL SELECT 1 FROM effect WHERE state <> 'refused') AS left_over`;

export function pendingWork(url: string): Promise<number> {
  return countOf(url, underWay);
}
