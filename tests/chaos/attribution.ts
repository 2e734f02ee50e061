/** Whether the ledger attributes what we did on behalf of people: who asked for it, and which role they had. */
import { z } from "zod";
import { queryRows } from "./fence-triggers.ts";
import type { Snapshot } from "./invariants.ts";

const attributed = z.array(z.object({ issue: z.string(), what: z.string() }));
/** What was done on which issue on behalf of a person. */
export type Attributed = z.infer<typeof attributed>;

/** @param url of the database */
export async function attributedIn(url: string): Promise<Attributed> {
  const rows = await queryRows(
    url,
    `SELECT DISTINCT r.owner || '/' || r.name || '#' || i.number AS issue, l.what
     FROM ledger AS l JOIN issue AS i ON i.id = l.issue_id JOIN repository AS r ON r.id = i.repository_id
     WHERE l.kind IN ('decided', 'done') AND l.because <> '' AND l.actor_login IS NOT NULL AND l.actor_role IS NOT NULL`,
  );
  return attributed.parse(rows);
}

/** People close tasks and connect them; only we close questions and make tasks wait for them. */
export function unattributed(snapshot: Snapshot, rows: Attributed): readonly string[] {
  const known = new Set(rows.map(({ issue, what }) => `${issue}: ${what}`));
  const questions = [...snapshot].filter(([, { labels }]) => labels.includes("kind:question"));
  const waitedFor = new Set(
    [...snapshot].flatMap(([issue, { blockers }]) =>
      blockers.map((each) => (each.startsWith("#") ? `${issue.split("#")[0]}${each}` : each)),
    ),
  );
  const done = questions.flatMap(([issue, { state }]) => [
    ...(state === "CLOSED" ? [`${issue}: close as completed`] : []),
    ...(waitedFor.has(issue) ? [`${issue}: add its dependency`] : []),
  ]);
  return done
    .filter((each) => !known.has(each))
    .map((each) => `the ledger does not say who asked for ${each}`);
}
