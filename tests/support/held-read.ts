import type { Fact } from "../../src/engine/model/fact.ts";
import type { PassContext } from "./dispatch-desk.ts";

export interface HeldRead {
  readonly isHeld: () => boolean;
  readonly letGo: () => void;
}

/** Delays the answer of the next read until released. GitHub has answered by then, so the answer is outdated. */
export function holdNextRead({ github: { tracker } }: PassContext): HeldRead {
  const { readIssues } = tracker;
  let letGo: (() => void) | undefined;
  Object.assign(tracker, {
    readIssues: async (...request: Parameters<typeof readIssues>): Promise<readonly Fact[]> => {
      Object.assign(tracker, { readIssues });
      const facts = await readIssues(...request);
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
      return facts;
    },
  });
  return { isHeld: () => letGo !== undefined, letGo: () => letGo?.() };
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
