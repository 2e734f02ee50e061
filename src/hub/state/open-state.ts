/**
 * Opens the state, and migrates a file of an earlier version to the current tables. The schema creates missing
 * tables and indexes; only what an existing file needs is here.
 */
import { putObject } from "./git/objects.ts";
import { integer, text } from "./row.ts";
import { schema } from "./schema.ts";
import { State } from "./state.ts";

/** Columns added later, with their table. */
const laterColumns = [
  ["repositories", "parent_id"],
  ["repositories", "source_id"],
  ["issues", "pull_id"],
  ["issues", "type_id"],
  ["issues", "duplicate_of_id"],
  ["issues", "milestone_id"],
  ["comments", "by_mail"],
] as const;

/** Opens the file for reading and writing, and creates missing tables. */
export function openState(path: string): State {
  const state = State.connect(path);
  // Before the schema, whose statements may name these columns.
  addLaterColumns(state);
  state.runAll(`BEGIN; ${schema} COMMIT;`);
  moveObjectsOut(state);
  return state;
}

/** Adds the columns that a table lacks. */
function addLaterColumns(state: State): void {
  for (const [table, column] of laterColumns) {
    const known = state.all(`SELECT name FROM pragma_table_info('${table}')`).map((row) => row.name);
    if (known.length > 0 && !known.includes(column))
      state.run(`ALTER TABLE ${table} ADD COLUMN ${column} INTEGER`);
  }
}

/** Git objects were rows in earlier versions; they are files now. */
function moveObjectsOut(state: State): void {
  const table = state.get("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'git_objects'");
  if (table === undefined) return;
  for (const row of state.all("SELECT repository_id, kind, content FROM git_objects")) {
    const kind = text(row, "kind");
    if (!(row.content instanceof Uint8Array) || (kind !== "blob" && kind !== "tree" && kind !== "commit"))
      continue;
    putObject(state, integer(row, "repository_id"), kind, Buffer.from(row.content));
  }
  state.run("DROP TABLE git_objects");
}
