/**
 * Pages of a list in both directions, by cursors. A cursor identifies its row, not a position, so that rows
 * added or removed between two pages neither repeat nor skip others.
 */
import type { PageRange } from "../../../state/issues/comments.ts";
import type { Args } from "../../executor/args.ts";
import { type Composite, type CompositeFields, composite } from "../../executor/entity.ts";
import { FieldFailure } from "../../executor/failure.ts";

/** The keys that order and identify a row. */
export type Key = readonly (string | number)[];

/** A list that can be counted and sliced without being read whole. */
export interface Listing<Row> {
  readonly count: () => number;
  readonly slice: (page: PageRange) => readonly Row[];
  readonly keyOf: (row: Row, index: number) => Key;
  /** How many rows come before `key`; with `inclusive`, up to and including it. */
  readonly rank: (key: Key, inclusive: boolean) => number;
}

/** A list that is in memory as a whole. */
export function listingOf<Row extends { readonly id: number }>(rows: readonly Row[]): Listing<Row> {
  return {
    count: () => rows.length,
    slice: ({ offset, limit }) => rows.slice(offset, offset + limit),
    keyOf: (row, index) => [index, row.id],
    rank: ([index, id], inclusive) => {
      const found = rows.findIndex((row) => row.id === id);
      if (found >= 0) return inclusive ? found + 1 : found;
      return Math.min(typeof index === "number" ? index : 0, rows.length);
    },
  };
}

const emptyListing = listingOf<{ readonly id: number }>([]);

/**
 * A list that is always empty, for what the hub does not have (projects, teams); no argument changes that.
 */
export function emptyConnection(args: Args): Composite {
  args.disregard();
  return connection(emptyListing, args, () => null);
}

/**
 * The page of a listing selected by `first`, `last`, `after` and `before`.
 * @param show maps a row to its node; null for one that the viewer may not see, which still counts
 * @param extra further fields of the connection
 */
export function connection<Row>(
  listing: Listing<Row>,
  args: Args,
  show: (row: Row) => unknown,
  extra: CompositeFields = {},
): Composite {
  const marks = { after: decodeCursor(args, "after"), before: decodeCursor(args, "before") };
  const bounds = { first: args.optionalInteger("first"), last: args.optionalInteger("last") };
  const page = once(() => readPage(listing, { ...marks, ...bounds }));
  const edges = () => page().rows.map((row, index) => edgeOf(listing, row, page().start + index, show(row)));
  return composite({
    totalCount: () => listing.count(),
    nodes: () => page().rows.map(show),
    edges,
    pageInfo: () => pageInfo(listing, page()),
    ...extra,
  });
}

/** One row with its cursor. @param index its position in the whole list */
export function edgeOf<Row>(listing: Listing<Row>, row: Row, index: number, node: unknown): Composite {
  return composite({ cursor: encodeCursor(listing.keyOf(row, index)), node });
}

interface Wanted {
  readonly after: Key | undefined;
  readonly before: Key | undefined;
  readonly first: number | undefined;
  readonly last: number | undefined;
}

interface Cut<Row> {
  readonly rows: readonly Row[];
  /** Position of the first row in the whole list. */
  readonly start: number;
  readonly total: number;
}

function readPage<Row>(listing: Listing<Row>, { after, before, first, last }: Wanted): Cut<Row> {
  const total = listing.count();
  let start = after === undefined ? 0 : listing.rank(after, true);
  let end = before === undefined ? total : Math.max(start, listing.rank(before, false));
  if (first !== undefined) end = Math.min(end, start + first);
  if (last !== undefined) start = Math.max(start, end - last);
  const rows = end > start ? listing.slice({ offset: start, limit: end - start }) : [];
  return { rows, start, total };
}

function pageInfo<Row>(listing: Listing<Row>, { rows, start, total }: Cut<Row>): Composite {
  const cursorAt = (index: number): string | null => {
    const row = rows[index];
    return row === undefined ? null : encodeCursor(listing.keyOf(row, start + index));
  };
  return composite({
    hasNextPage: start + rows.length < total,
    hasPreviousPage: start > 0,
    startCursor: cursorAt(0),
    endCursor: cursorAt(rows.length - 1),
  });
}

const cursorPrefix = "cursor:v2:";

function encodeCursor(key: Key): string {
  return Buffer.from(cursorPrefix + JSON.stringify(key)).toString("base64");
}

function decodeCursor(args: Args, name: "after" | "before"): Key | undefined {
  const cursor = args.optionalText(name);
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor.slice(0, 256), "base64").toString();
  const key = text.startsWith(cursorPrefix) ? parseKey(text.slice(cursorPrefix.length)) : undefined;
  if (key !== undefined) return key;
  const message = `\`${cursor}\` does not appear to be a valid cursor.`;
  throw new FieldFailure("INVALID_CURSOR_ARGUMENTS", message);
}

function parseKey(json: string): Key | undefined {
  try {
    const parsed: unknown = JSON.parse(json);
    const isKey = Array.isArray(parsed) && parsed.every((part) => ["string", "number"].includes(typeof part));
    return isKey ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
