/** Finds what was offered to an agent: one that the settings let signalbox start takes nothing else. */
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type RunPlace, withRunBoard } from "./run-place.ts";

export const nothingOffered = { issue: undefined, reason: "nothing is offered", isDecided: true } as const;

export interface Offers {
  /** The oldest that this run has not tried. Undefined if signalbox does not start the agent: it chooses for itself. */
  readonly next: () => Promise<FullRef | "none" | undefined>;
}

export function createOffers(terminal: Terminal, place: RunPlace, agent: string): Offers {
  const tried = new Set<string>();
  return {
    next: () =>
      withRunBoard(terminal, place, async (board) => {
        const served = await board.repositories();
        const rosters = await Promise.all(served.map(({ id }) => board.agents(id)));
        if (!rosters.flat().some(({ name, start }) => name === agent && start !== undefined))
          return undefined;
        const offer = (await board.openStarts()).find(
          (start) =>
            start.agent === agent && !start.isTaken && !tried.has(`${formatRef(start.issue)} ${start.at}`),
        );
        if (offer === undefined) return "none";
        tried.add(`${formatRef(offer.issue)} ${offer.at}`);
        return offer.issue;
      }),
  };
}
