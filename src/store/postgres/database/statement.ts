/** SQL with named parameters, as PostgreSQL's prepared statements take it. */
import { createHash } from "node:crypto";
import { Defect } from "../../../base/errors.ts";

/** A prepared statement, and the names of its parameters in order. */
export interface Statement {
  /** Derived from the text: a connection keeps one prepared statement for each name. */
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly string[];
}

export type Value = Cell | boolean | Buffer | readonly Cell[];
export type Cell = string | number | null;
export type Values = Readonly<Record<string, Value | undefined>>;

/** A string, a cast (`::text`) or a parameter (`:name`). Only parameters are replaced. */
const parts = /'[^']*'|::|:([a-z]\w*)/gi;

/** Call it once for each statement, in a constant. `:name` is a parameter and may be repeated. */
export function statement(sql: string): Statement {
  const parameters: string[] = [];
  const text = sql.replace(parts, (whole: string, name: string | undefined) => {
    if (name === undefined) return whole;
    if (!parameters.includes(name)) parameters.push(name);
    return `$${parameters.indexOf(name) + 1}`;
  });
  const name = createHash("sha256").update(text).digest("hex").slice(0, 32);
  return { name, text, parameters };
}

/** The values in the order of the parameters. @throws Defect for a parameter without a value */
export function bind({ parameters, text }: Statement, values: Values): readonly Value[] {
  return parameters.map((name) => {
    const value = values[name];
    if (value === undefined) throw new Defect(`:${name} has no value in ${text}`);
    return storable(value);
  });
}

/** PostgreSQL refuses NUL characters in text, and texts from GitHub may contain them. */
function storable(value: Value): Value {
  if (typeof value === "string") return withoutNul(value);
  if (!Array.isArray(value)) return value;
  const cells: readonly Cell[] = value;
  return cells.map((cell) => (typeof cell === "string" ? withoutNul(cell) : cell));
}

function withoutNul(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text;
}
