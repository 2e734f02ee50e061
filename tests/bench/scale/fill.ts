/** An index of any size in PostgreSQL: the store writes a few issues, and PostgreSQL copies them. */
import { nothingSettled } from "../../../src/dispatcher/repository/changes.ts";
import type { IssueSeen, RepositorySeen } from "../../../src/engine/model/fact.ts";
import { openPostgresStore } from "../../../src/store/postgres/store.ts";
import { recordOf } from "../../contracts/store/samples.ts";
import { bob, demo, issue } from "../../support/issues.ts";
import { execute } from "./postgres.ts";

/** Of one repository. More repositories make a larger index, as at an installation that grows. */
export const perRepository = 1_000;
const repositoriesOfOne = 10;

export const idOf = (repository: number, number: number): string => `I_${repository}x${number}`;

export function repositoryAt(place: number): RepositorySeen {
  const installationId = 1 + Math.floor(place / repositoriesOfOne);
  return { ...demo, id: `R_${place}`, name: `repo${place}`, installationId };
}

/** Each third task has the label of a blocked one and names the one before it. */
export function taskSeen(repository: number, number: number, title = `Task ${number}`): IssueSeen {
  const status = number % 3 === 0 ? "status:blocked" : "status:ready";
  return issue(number, {
    ...{ id: idOf(repository, number), repositoryId: `R_${repository}`, title },
    body: `### Goal\n\nPart ${number} works, and so does what it needs: #${number - 1}.\n\n### Priority\n\np${number % 4}\n`,
    labels: number % 10 === 0 ? ["bug"] : ["kind:task", status, `track:track-${number % 20}`],
    assignees: number % 4 === 0 ? [bob] : [],
  });
}

const ownIds = ["id", "from_id", "issue_id", "blocked_id", "blocker_id"];
const tables = ["issue", "edge", "name", "interest", "message", "moment"];

/** Empties the index and fills it with this many issues. */
export async function fill(url: string, issues: number): Promise<readonly RepositorySeen[]> {
  const repositories = Array.from({ length: Math.ceil(issues / perRepository) }, (_, place) =>
    repositoryAt(place),
  );
  const store = await openPostgresStore(url);
  const records = Array.from({ length: Math.min(issues, perRepository) }, (_, at) =>
    recordOf(taskSeen(0, at + 1)),
  );
  await store.index.commit({ ...nothingSettled, repositories, records });
  await store.close();
  if (repositories.length > 1)
    for (const table of tables) await execute(url, await copying(url, table, repositories.length - 1));
  await execute(url, "VACUUM ANALYZE");
  return repositories;
}

/** Copies the rows of the first repository for each of the others, their ids and texts changed to match. */
async function copying(url: string, table: string, copies: number): Promise<string> {
  const found = await execute(
    url,
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = '${table}' AND is_identity = 'NO' ORDER BY ordinal_position`,
  );
  const names = found.map(({ name }) => String(name));
  return `INSERT INTO ${table} (${names.join(", ")})
    SELECT ${names.map(changed).join(", ")} FROM ${table} AS t, generate_series(1, ${copies}) AS n`;
}

function changed(column: string): string {
  if (column === "repository_id") return `CASE t.${column} WHEN 'R_0' THEN 'R_' || n ELSE t.${column} END`;
  if (ownIds.includes(column)) return `replace(t.${column}, 'I_0x', 'I_' || n || 'x')`;
  if (column === "record")
    return `replace(replace(t.${column}, 'I_0x', 'I_' || n || 'x'), '"R_0"', '"R_' || n || '"')`;
  return `t.${column}`;
}
