/**
 * Ranges in search queries: `>5`, `2..4`, `*..10`, and the same for dates, where a day without a time means
 * the whole day.
 */
import { toIsoSeconds } from "../../../base/clock.ts";
import type { Condition } from "../../state/issues/issue-lists.ts";

const never: Condition = { sql: "0", values: [] };
const range = /^(>=|<=|>|<)?([^.]*(?:\.(?!\.)[^.]*)*)(?:\.\.(.+))?$/;
const dayMs = 86_400_000;

/** @param column a constant SQL expression, never text from the query */
export function numberRange(column: string, value: string): Condition {
  const numberOf = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);
  const [, operator, from = "", to] = range.exec(value) ?? [];
  if (to !== undefined) return between(column, bound(from, numberOf), bound(to, numberOf));
  const number = numberOf(from);
  return number === undefined ? never : { sql: `${column} ${operator ?? "="} ?`, values: [number] };
}

/** The same for an instant that is stored in whole seconds. */
export function dateRange(column: string, value: string): Condition {
  const [, operator, from = "", to] = range.exec(value) ?? [];
  if (to !== undefined)
    return between(
      column,
      bound(from, (text) => spanOf(text)?.first),
      bound(to, (text) => spanOf(text)?.last),
    );
  const span = spanOf(from);
  if (span === undefined) return never;
  if (operator === undefined) return between(column, span.first, span.last);
  const edge = operator === ">" || operator === "<=" ? span.last : span.first;
  return { sql: `${column} ${operator} ?`, values: [edge] };
}

/** @returns undefined for no bound, null for an invalid one */
function bound<T>(text: string, read: (text: string) => T | undefined): T | undefined | null {
  return text === "*" ? undefined : (read(text) ?? null);
}

function between(
  column: string,
  from: string | number | undefined | null,
  to: string | number | undefined | null,
): Condition {
  if (from === null || to === null) return never;
  const tests = [
    { sql: `${column} IS NOT NULL`, values: [] },
    ...(from === undefined ? [] : [{ sql: `${column} >= ?`, values: [from] }]),
    ...(to === undefined ? [] : [{ sql: `${column} <= ?`, values: [to] }]),
  ];
  return { sql: tests.map(({ sql }) => sql).join(" AND "), values: tests.flatMap(({ values }) => values) };
}

function spanOf(text: string): { readonly first: string; readonly last: string } | undefined {
  const at = Date.parse(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(at)) return undefined;
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  return { first: toIsoSeconds(at), last: toIsoSeconds(isDay ? at + dayMs - 1000 : at) };
}
