/**
 * Every lease that the ledger tells of, and what in it breaks a promise: two holders at once, a token that does not
 * grow, an end without a reason. It outlives the index, which may be lost on the way.
 */
import { z } from "zod";
import { rowsOfIndex } from "../store-of-flows.ts";

export interface Span {
  readonly name: string;
  readonly token: number;
  readonly from: number;
  readonly until: number | undefined;
  /** Why it ended. */
  readonly because: string | undefined;
}

export interface LeaseBook {
  /** Reads what is new. Returns the promises that it breaks. */
  readonly read: () => readonly string[];
  /** The leases of an issue, oldest first. */
  readonly spansOf: (issueId: string) => readonly Span[];
  readonly current: (issueId: string) => Span | undefined;
  /** Call it where the index was lost: its ledger begins again, and no lease is in it. */
  readonly turnPage: (at: number) => void;
  /**
   * Compares who holds a task by the new index with who held it before. Returns what is wrong. A lease that GitHub
   * keeps with its token goes on.
   */
  readonly compareLost: (
    issueId: string,
    held: Pick<Span, "name" | "token"> | undefined,
  ) => readonly string[];
  /** How many leases there were. */
  readonly count: () => number;
}

const rowShape = z.object({
  id: z.number(),
  at: z.number(),
  issue_id: z.string(),
  because: z.string(),
  what: z.string(),
});
type Row = z.infer<typeof rowShape>;

const begin = /^(?<name>\S+) holds it, with token (?<token>\d+)$/;
const end = /^the lease of (?<name>\S+) ended$/;

/** Locks have rows of the same kind. */
const isAboutPaths = /^\S+ (?:no longer )?(?:locks|waits for) /;

export function createLeaseBook(home: string): LeaseBook {
  const spans = new Map<string, readonly Span[]>();
  const lost = new Map<string, Span>();
  let lastId = 0;

  const spansOf: LeaseBook["spansOf"] = (id) => spans.get(id) ?? [];
  const current: LeaseBook["current"] = (id) => {
    const last = spansOf(id).at(-1);
    return last?.until === undefined ? last : undefined;
  };
  const replaceLast = (id: string, span: Span): void =>
    void spans.set(id, [...spansOf(id).slice(0, -1), span]);

  function begun(row: Row, name: string, token: number): readonly string[] {
    const held = current(row.issue_id);
    const last = spansOf(row.issue_id).at(-1);
    const span = { name, token, from: row.at, until: undefined, because: undefined };
    spans.set(row.issue_id, [...spansOf(row.issue_id), span]);
    return [
      ...(held === undefined ? [] : [`${row.issue_id}: ${name} got it while ${held.name} held it`]),
      ...(token > (last?.token ?? 0)
        ? []
        : [`${row.issue_id}: the token ${token} follows on ${last?.token}`]),
    ];
  }

  function ended(row: Row, name: string): readonly string[] {
    const held = current(row.issue_id);
    if (held?.name !== name)
      return [`${row.issue_id}: a lease of ${name} ended while ${held?.name ?? "nobody"} held it`];
    replaceLast(row.issue_id, { ...held, until: row.at, because: row.because });
    return row.because.trim().length > 10 ? [] : [`${row.issue_id}: the lease of ${name} ended, and not why`];
  }

  function enter(row: Row): readonly string[] {
    const { name = "", token } = (begin.exec(row.what) ?? end.exec(row.what))?.groups ?? {};
    if (isAboutPaths.test(row.what)) return [];
    if (name === "") return [`${row.issue_id}: not understood: ${row.what}`];
    return token === undefined ? ended(row, name) : begun(row, name, Number(token));
  }

  return {
    spansOf,
    current,
    read: () => {
      const rows = leaseRowsAfter(home, lastId);
      lastId = rows.at(-1)?.id ?? lastId;
      return rows.flatMap(enter);
    },
    turnPage: (at) => {
      lastId = 0;
      lost.clear();
      for (const id of spans.keys()) {
        const held = current(id);
        if (held === undefined) continue;
        lost.set(id, held);
        replaceLast(id, { ...held, until: at, because: "The index was lost." });
      }
    },
    compareLost: (id, held) => {
      const before = lost.get(id);
      const now = current(id);
      if (before?.name !== held?.name)
        return [
          `${id}: ${before?.name ?? "nobody"} held it, and by the new index ${held?.name ?? "nobody"} does`,
        ];
      if (before === undefined || held === undefined || now !== undefined) return [];
      replaceLast(id, before);
      return before.token === held.token
        ? []
        : [`${id}: ${held.name} has a new token, and nothing says since when`];
    },
    count: () => [...spans.values()].reduce((sum, { length }) => sum + length, 0),
  };
}

function leaseRowsAfter(home: string, id: number): readonly Row[] {
  const query = `SELECT id, at, issue_id, because, what FROM ledger WHERE id > ${id} AND kind = 'lease' ORDER BY id`;
  return z.array(rowShape).parse(rowsOfIndex(home, query));
}
