/** An index of any size in PostgreSQL: the store writes a few issues, and PostgreSQL copies them. */
import { nothingSettled } from "../../../src/dispatcher/repository/changes.ts";
import type { Actor, IssueSeen, LinkedIssue, RepositorySeen } from "../../../src/engine/model/fact.ts";
import { openPostgresStore } from "../../../src/store/postgres/store.ts";
import { recordOf } from "../../contracts/store/samples.ts";
import { bob, demo, issue, open, person } from "../../support/issues.ts";
import { execute } from "./postgres.ts";

/** Of one repository. More repositories make a larger index, as at an installation that grows. */
export const perRepository = 1_000;
const repositoriesOfOne = 10;

/** Part of every name that is unique to one repository, so that `changed` can replace it. */
const within = (repository: number, number: number): string => `-${repository}x${number}`;

export const idOf = (repository: number, number: number): string => `I${within(repository, number)}`;

export function repositoryAt(place: number): RepositorySeen {
  const installationId = 1 + Math.floor(place / repositoriesOfOne);
  return { ...demo, id: `R_${place}`, name: `repo${place}`, installationId };
}

const isTask = (number: number): boolean => number % 10 !== 0;
/** Each third task waits for the issue before it. */
const isBlocked = (number: number): boolean => isTask(number) && number % 3 === 0;

export function taskSeen(repository: number, number: number, title = titleOf(number)): IssueSeen {
  const status = isBlocked(number) ? "status:blocked" : "status:ready";
  return issue(number, {
    id: idOf(repository, number),
    repositoryId: `R_${repository}`,
    title,
    body: `### Goal\n\nPart ${number} works, and so does what it needs: #${number - 1}.\n\n### Priority\n\np${number % 4}\n`,
    labels: isTask(number) ? ["kind:task", status, `track:track-${number % 20}`] : ["bug"],
    assignees: assigneesOf(repository, number),
    blockedBy: linksTo(repository, isBlocked(number) ? [number - 1] : []),
    blocking: linksTo(repository, isBlocked(number + 1) ? [number + 1] : []),
  });
}

const titleOf = (number: number): string => `Task ${number}`;

/**
 * Bob is assigned in every repository and has the most tasks, some of them with others. Each repository also has its own
 * assignees: twelve with many tasks, and some with a single one.
 */
function assigneesOf(repository: number, number: number): readonly Actor[] {
  const own = person(`dev${within(repository, number % 12)}`);
  if (number % 40 === 16) return number % 80 === 16 ? [own, bob] : [bob, own, person("carol")];
  if (number % 8 === 0) return [bob];
  if (number % 4 === 1) return [own];
  return number % 100 === 7 ? [person(`once${within(repository, number)}`)] : [];
}

function linksTo(repository: number, numbers: readonly number[]): IssueSeen["blockedBy"] {
  const { id: repositoryId, owner, name: repo } = repositoryAt(repository);
  const linked = (number: number): LinkedIssue => ({
    id: idOf(repository, number),
    repositoryId,
    owner,
    repo,
    number,
    title: titleOf(number),
    issueState: open,
    closedAt: undefined,
  });
  return { complete: true, unreadable: 0, issues: numbers.map(linked) };
}

const tables = ["issue", "issue_order", "edge", "name", "interest", "message", "moment"];

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
    await withoutIndexes(url, async () => {
      for (const table of tables) await execute(url, await copying(url, table, repositories.length - 1));
    });
  await execute(url, "VACUUM ANALYZE");
  return repositories;
}

/** Making the indexes afterwards takes half of the time of keeping them. */
async function withoutIndexes(url: string, work: () => Promise<void>): Promise<void> {
  const found = await execute(
    url,
    `SELECT indexname AS name, indexdef AS made FROM pg_indexes WHERE schemaname = 'public' AND tablename IN (${listed})
     AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = indexname)`,
  );
  for (const { name } of found) await execute(url, `DROP INDEX ${name}`);
  await work();
  await execute(url, `SET maintenance_work_mem = '512MB'; ${found.map(({ made }) => made).join(";")}`);
}

const listed = tables.map((table) => `'${table}'`).join(", ");

/** Copies the rows of the first repository for each of the others, their ids and texts changed to match. */
async function copying(url: string, table: string, copies: number): Promise<string> {
  const found = await execute(
    url,
    `SELECT column_name AS name, data_type = 'text' AS has_text FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = '${table}' AND is_identity = 'NO' ORDER BY ordinal_position`,
  );
  const values = found.map(({ name, has_text }) => (has_text ? changed(String(name)) : `t.${name}`));
  return `INSERT INTO ${table} (${found.map(({ name }) => name).join(", ")})
    SELECT ${values.join(", ")} FROM ${table} AS t, generate_series(1, ${copies}) AS n`;
}

function changed(column: string): string {
  if (column === "repository_id") return `CASE t.${column} WHEN 'R_0' THEN 'R_' || n ELSE t.${column} END`;
  const own = `replace(t.${column}, '${within(0, 0).slice(0, -1)}', '-' || n || 'x')`;
  return column === "record"
    ? `replace(replace(${own}, '"R_0"', '"R_' || n || '"'), '"repo0"', '"repo' || n || '"')`
    : own;
}
