/** Opens many issues through the hub, several at once, and waits until the App has processed them. */

import type { Actor } from "../support/actor.ts";
import { hubUser, whenSettled } from "./running.ts";
import { ask, openTask } from "./story.ts";

const atOnce = 4;

interface Many {
  readonly count: number;
  /** The hub's data directory. */
  readonly home: string;
  /** The App's port. */
  readonly port: number;
  /** Called after each thousand. */
  readonly progress: (opened: number) => void;
}

/** Resolves to issues opened and settled a second. */
export async function openAndSettle({ count, home, port, progress }: Many): Promise<number> {
  const begin = performance.now();
  const alice = hubUser(home, "alice");
  let opened = 0;
  const work = async (): Promise<void> => {
    while (opened < count) {
      opened += 1;
      if (opened % 1000 === 0) progress(opened);
      await openOne(alice, opened);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await whenSettled(port);
  return count / ((performance.now() - begin) / 1000);
}

/** Of ten issues seven are tasks, two are questions that block one of them, and one is not a message. */
async function openOne(alice: Actor, place: number): Promise<void> {
  const last = place % 10;
  if (last === 0) await alice.open(`Typo in chapter ${place}`, "There is a typo.");
  else if (last < 8) await openTask(alice, `Task ${place}`);
  else await ask(alice, place - last + 1);
}
