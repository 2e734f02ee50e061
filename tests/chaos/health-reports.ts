/** Whether `/health` of the web processes names what is wrong with PostgreSQL, and soon. */
import { setTimeout as wait } from "node:timers/promises";
import type { Told } from "./mishaps.ts";
import type { Stage } from "./stage.ts";

/** What a web process said of its health, and when. */
export interface Said {
  readonly at: number;
  readonly text: string;
}

const toldWithinMs = 15_000;
const [askEveryMs, answersWithinMs] = [500, 5_000];

/** Asks all of them until `signal` aborts. */
export async function listenToHealth(stage: Stage, signal: AbortSignal): Promise<readonly Said[]> {
  const said: Said[] = [];
  const ask = async (url: string): Promise<void> => {
    const text = await healthAt(url);
    if (/PostgreSQL/.test(text)) said.push({ at: Date.now(), text });
  };
  while (!signal.aborted) {
    const webs = stage.members("web").filter(({ url }) => url() !== "");
    await Promise.all(webs.map(({ url }) => ask(url())));
    await wait(askEveryMs, undefined, { signal }).catch(() => {});
  }
  return said;
}

/** One that is killed meanwhile says nothing. */
async function healthAt(url: string): Promise<string> {
  try {
    return await (await fetch(`${url}/health`, { signal: AbortSignal.timeout(answersWithinMs) })).text();
  } catch {
    return "";
  }
}

/** @param endedAt when listening ended */
export function untold(
  said: readonly Said[],
  told: readonly Pick<Told, "mishap" | "at">[],
  endedAt: number,
): readonly string[] {
  const killed = told.filter(
    ({ mishap, at }) => mishap === "PostgreSQL killed" && at + toldWithinMs < endedAt,
  );
  const missed = killed.filter(
    (each) => !said.some(({ at }) => at >= each.at && at <= each.at + toldWithinMs),
  );
  return missed.map(
    ({ at }) => `no web process said that PostgreSQL was away at ${new Date(at).toISOString()}`,
  );
}
