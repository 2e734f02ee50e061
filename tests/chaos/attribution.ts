/** Whether the ledger says who asked for what we did with somebody's authority, and which role they had. */
import { z } from "zod";
import type { Sights } from "./invariants.ts";
import { ask } from "./watch.ts";

const asked = z.array(z.object({ issue: z.string(), what: z.string() }));
/** What was done on which issue, for somebody. */
export type Asked = z.infer<typeof asked>;

/** @param url of the database */
export async function askedIn(url: string): Promise<Asked> {
  const rows = await ask(
    url,
    `SELECT DISTINCT r.owner || '/' || r.name || '#' || i.number AS issue, l.what
     FROM ledger AS l JOIN issue AS i ON i.id = l.issue_id JOIN repository AS r ON r.id = i.repository_id
     WHERE l.kind IN ('decided', 'done') AND l.because <> '' AND l.actor_login IS NOT NULL AND l.actor_role IS NOT NULL`,
  );
  return asked.parse(rows);
}

/** People close tasks and connect them; only we close questions and make tasks wait for them. */
export function unexplained(sights: Sights, rows: Asked): readonly string[] {
  const known = new Set(rows.map(({ issue, what }) => `${issue}: ${what}`));
  const questions = [...sights].filter(([, { labels }]) => labels.includes("kind:question"));
  const waitedFor = new Set(
    [...sights].flatMap(([issue, { blockers }]) => blockers.map((each) => `${issue.split("#")[0]}${each}`)),
  );
  const done = questions.flatMap(([issue, { state }]) => [
    ...(state === "CLOSED" ? [`${issue}: close as completed`] : []),
    ...(waitedFor.has(issue) ? [`${issue}: add its dependency`] : []),
  ]);
  return done
    .filter((each) => !known.has(each))
    .map((each) => `the ledger does not say who asked for ${each}`);
}
