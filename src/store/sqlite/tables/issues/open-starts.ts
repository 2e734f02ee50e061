/** Reads the starts of agents that are in progress, in all repositories. */
import type { DatabaseSync } from "node:sqlite";
import { currentStart } from "../../../../engine/starts/start.ts";
import type { OpenStart } from "../../../../operations/ports.ts";
import { readStarts } from "../../../shape/starts.ts";
import { integer, text } from "../../database/row.ts";

export function openStarts(database: DatabaseSync): readonly OpenStart[] {
  return database
    .prepare(`
      SELECT r.owner, r.name, i.number, i.starts FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
      WHERE i.starts IS NOT NULL`)
    .all()
    .flatMap((row) => {
      const start = currentStart({ starts: [...readStarts(text(row, "starts"))] });
      if (start === undefined) return [];
      const { agent, at, isTaken = false } = start;
      const issue = { owner: text(row, "owner"), repo: text(row, "name"), number: integer(row, "number") };
      return { issue, agent, at, isTaken };
    })
    .toSorted((a, b) => a.at - b.at);
}
