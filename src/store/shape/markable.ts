/** Which of an issue's effects may be marked as being sent, one after another as the caller wants to send them. */
import { integer, type Row, text } from "../../base/row.ts";
import { firstAfterwards, firstInChain } from "./slot-order.ts";

/** An effect that is waiting or being sent. */
interface OpenEffect {
  readonly id: number;
  readonly rank: number;
  readonly isWaiting: boolean;
}

export class Markable {
  readonly #ofIssue: ReadonlyMap<string, Map<number, OpenEffect>>;
  readonly #issueOf: ReadonlyMap<number, string>;
  readonly #together: ReadonlySet<number>;

  /**
   * @param rows all effects of the issues that are waiting or being sent
   * @param together those that the caller wants to send
   */
  constructor(rows: readonly Row[], together: readonly number[]) {
    this.#issueOf = new Map(rows.map((row) => [integer(row, "id"), text(row, "issue_id")]));
    const groups = Map.groupBy(rows, (row) => text(row, "issue_id"));
    this.#ofIssue = new Map(
      [...groups].map(([id, group]) => [
        id,
        new Map(group.map(openEffectIn).map((each) => [each.id, each] as const)),
      ]),
    );
    this.#together = new Set(together);
  }

  /** Marks an effect, unless something that is not sent together with it has to come first. */
  mark(id: number): boolean {
    const others = this.#ofIssue.get(this.#issueOf.get(id) ?? "");
    const effect = others?.get(id);
    if (others === undefined || effect?.isWaiting !== true) return false;
    const isKept = [...others.values()].some((other) => this.#isElsewhere(other) || keepsBack(other, effect));
    if (!isKept) others.set(id, { ...effect, isWaiting: false });
    return !isKept;
  }

  #isElsewhere({ id, isWaiting }: OpenEffect): boolean {
    return !isWaiting && !this.#together.has(id);
  }
}

/** A status waits until the notice before it was sent successfully. Other effects in the chain only have to be sent in order. */
function keepsBack(other: OpenEffect, effect: OpenEffect): boolean {
  const isBefore = other.rank < effect.rank || (other.rank === effect.rank && other.id < effect.id);
  if (!isBefore || other.rank < firstInChain) return false;
  return other.isWaiting || (other.rank < firstAfterwards && effect.rank >= firstAfterwards);
}

function openEffectIn(row: Row): OpenEffect {
  return { id: integer(row, "id"), rank: integer(row, "rank"), isWaiting: row.state === "waiting" };
}
