/** The stored records of issues, to report what a rebuild changed. */
import { z } from "zod";
import { queryRows } from "./fence-triggers.ts";

const properties = z.record(z.string(), z.unknown());
const rows = z.array(z.object({ issue: z.string(), record: z.string() }));
type Properties = z.infer<typeof properties>;

/** What was read of each issue, by property. */
export type StoredRecords = ReadonlyMap<string, Properties>;

/** @param url of the database */
export async function storedRecordsIn(url: string): Promise<StoredRecords> {
  const found = await queryRows(
    url,
    `SELECT r.owner || '/' || r.name || '#' || i.number AS issue, i.record
     FROM issue AS i JOIN repository AS r ON r.id = i.repository_id`,
  );
  const seen = z.object({ seen: properties });
  return new Map(rows.parse(found).map(({ issue, record }) => [issue, seen.parse(JSON.parse(record)).seen]));
}

/** The properties that were changed, as JSON. */
export function changedProperties(before: Properties | undefined, after: Properties | undefined): string {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const changed = [...names].flatMap((name) => {
    const [was, is] = [before, after].map((each) => JSON.stringify(each?.[name]));
    return was === is ? [] : `${name} from ${was} to ${is}`;
  });
  return changed.join(", ");
}
