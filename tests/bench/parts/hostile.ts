/**
 * The hostile corpus in every place where a user can write one: how long each text takes from reading to the
 * comment that would be written, and how long the event loop is blocked meanwhile. Reports the maximum, not
 * the mean, because an attacker sends the worst.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import { hostileCorpus } from "../../support/hostile-corpus.ts";
import { entrances, handle, readAlone } from "../../support/hostile-handling.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";

const rounds = 3;
/** A quick run uses every n-th text. */
const quickStep = 10;

interface Worst {
  readonly ms: number;
  readonly name: string;
}

export async function part({ isQuick, progress }: Run): Promise<readonly Figure[]> {
  const corpus = hostileCorpus().filter((_, at) => !isQuick || at % quickStep === 0);
  const places = [
    ...entrances.map((entrance) => ({
      name: entrance.name,
      run: (text: string) => void handle(entrance, text),
    })),
    { name: "reading alone", run: readAlone },
  ];
  const bySubject = new Map<string, Worst>();
  for (const { text } of corpus) for (const { run } of places) run(text);
  const held = monitorEventLoopDelay({ resolution: 1 });
  held.enable();
  for (const { subject, name, text } of corpus)
    for (const place of places) {
      const ms = await quickest(() => place.run(text));
      if (ms > (bySubject.get(subject)?.ms ?? 0))
        bySubject.set(subject, { ms, name: `${name}, as ${place.name}` });
    }
  held.disable();
  progress(`${corpus.length} texts at ${places.length} places`);
  const all = [...bySubject.values()].sort((a, b) => b.ms - a.ms);
  return [
    { name: "texts", value: corpus.length, unit: "", target: { atLeast: isQuick ? 1 : 200 } },
    { name: "places", value: places.length, unit: "" },
    { name: "slowest text", value: all[0]?.ms ?? Number.NaN, unit: "ms", target: { atMost: 200 } },
    { name: "event loop held", value: held.max / 1e6, unit: "ms", target: { atMost: 100 } },
    ...all.map(({ ms, name }): Figure => ({ name: `worst of ${name}`, value: ms, unit: "ms" })),
  ];
}

/** The best of a few rounds, with a turn of the event loop between them. */
async function quickest(run: () => void): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now();
    run();
    best = Math.min(best, performance.now() - begin);
    await nextTurn();
  }
  return best;
}
