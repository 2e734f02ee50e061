/** What the index holds of issues, to say what a rebuild changed. */
import { z } from "zod";
import { ask } from "./watch.ts";

const parts = z.record(z.string(), z.unknown());
const rows = z.array(z.object({ issue: z.string(), record: z.string() }));
type Parts = z.infer<typeof parts>;

/** What was read of each issue, by its parts. */
export type Held = ReadonlyMap<string, Parts>;

/** @param url of the database */
export async function heldIn(url: string): Promise<Held> {
  const found = await ask(
    url,
    `SELECT r.owner || '/' || r.name || '#' || i.number AS issue, i.record
     FROM issue AS i JOIN repository AS r ON r.id = i.repository_id`,
  );
  const seen = z.object({ seen: parts });
  return new Map(rows.parse(found).map(({ issue, record }) => [issue, seen.parse(JSON.parse(record)).seen]));
}

/** The parts that were changed, as JSON. */
export function changedParts(before: Parts | undefined, after: Parts | undefined): string {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changed = [...names].flatMap((name) => {
    const [was, is] = [before, after].map((each) => JSON.stringify(each?.[name]));
    return was === is ? [] : `${name} from ${was} to ${is}`;
  });
  return changed.join(", ");
}
