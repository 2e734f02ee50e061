/** Follows changes at a server elsewhere: it is asked for what comes after the last cursor, and waited for while it is away. */
import { z } from "zod";
import { systemClock } from "../../base/clock.ts";
import { type ChangesOutput, changes } from "../../operations/changes/changes.ts";
import type { Elsewhere } from "../answering/server-contact.ts";
import { portsAt } from "../answering/server-ports.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface PagesWish {
  /** A cursor, or `now`. */
  readonly since: string;
  /** `owner/name`. */
  readonly repo: string | undefined;
  readonly idleMs: number | undefined;
  readonly signal: AbortSignal;
}

const lookEveryMs = 1_000;

/** Pages with something in them. */
export async function* pagesElsewhere(
  terminal: Terminal,
  answering: Elsewhere,
  { since: begin, repo, idleMs, signal }: PagesWish,
): AsyncGenerator<ChangesOutput> {
  const ports = portsAt(terminal, answering, { patience: { ms: Infinity, signal } });
  let since = begin;
  let lastAt = systemClock.now();
  while (!signal.aborted) {
    const page = pageShape.parse((await changes.run(ports, { since, repo })).output);
    since = page.cursor;
    const isWorthTelling = page.isReset || page.gone.length + page.cards.length + page.lines.length > 0;
    if (isWorthTelling) {
      lastAt = systemClock.now();
      yield page;
    }
    if (page.isMore) continue;
    if (idleMs !== undefined && systemClock.now() - lastAt >= idleMs) return;
    await systemClock.sleep(lookEveryMs, signal);
  }
}

/** The operation has held it to its schema. */
const pageShape = z.custom<ChangesOutput>(
  (value) => typeof value === "object" && value !== null && "cursor" in value,
);
