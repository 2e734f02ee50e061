/** Builds a page of changes from rows, each with its position in its list. */
import { integer, optional, type Row, text } from "../../base/row.ts";
import type {
  ChangedLine,
  ChangePage,
  ChangePart,
  GoneCard,
  Reached,
} from "../../operations/changes/change-board.ts";
import { toCard } from "./card-row.ts";
import { ledgerLine } from "./ledger-row.ts";

/** Each list has one more row than fits on the page, if there are more. Without cards if `gone` alone fills the page. */
interface ChangeRows {
  readonly gone: readonly Row[];
  readonly cards: readonly Row[];
  readonly lines: readonly Row[];
}

interface Between {
  readonly after: ChangePart;
  readonly end: ChangePart;
  readonly limit: number;
}

type PartOfPage = Omit<ChangePage, "place" | "isReset"> & { readonly part: ChangePart };

export function changePage({ gone, cards, lines }: ChangeRows, { after, end, limit }: Between): PartOfPage {
  const [goneShown, cardsShown, linesShown] = [gone, cards, lines].map((rows) => rows.slice(0, limit));
  const reached = (rows: readonly Row[], whole: Reached): Reached =>
    rows.length > limit ? reachedBy(rows[limit - 1], whole) : whole;
  return {
    part: {
      gone: reached(gone, end.gone),
      cards: gone.length > limit ? after.cards : reached(cards, end.cards),
      line: lines.length > limit ? integer(lines[limit - 1] ?? {}, "place") : end.line,
    },
    isMore: [gone, cards, lines].some((rows) => rows.length > limit),
    gone: (goneShown ?? []).map(toGone),
    cards: (cardsShown ?? []).map(toCard),
    lines: (linesShown ?? []).map(changedLine),
  };
}

function reachedBy(last: Row | undefined, end: Reached): Reached {
  return last === undefined ? end : { version: integer(last, "changed"), row: integer(last, "place") };
}

function toGone(row: Row): GoneCard {
  const id = text(row, "id");
  const owner = text(row, "owner");
  const repo = text(row, "name");
  return { id, owner, repo, number: integer(row, "number") };
}

export function changedLine(row: Row): ChangedLine {
  const number = optional(integer, row, "number");
  const owner = optional(text, row, "owner");
  const repository = owner === undefined ? undefined : { owner, repo: text(row, "name") };
  const issue = repository === undefined || number === undefined ? undefined : { ...repository, number };
  return { ...ledgerLine(row), id: integer(row, "id"), issue, repository };
}
