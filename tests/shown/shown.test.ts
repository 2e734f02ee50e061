/**
 * What counts as somebody's word is plainly shown on GitHub's page: nothing that any of three parsers of HTML hides has
 * an effect, for any reader. `npm run long -- --only shown` asks about 200,000 texts of a fresh seed.
 */
import { beforeAll, expect, test } from "vitest";
import { randomFor } from "../support/seeded-random.ts";
import { describeUnless } from "../support/unless-skipped.ts";
import { askOracle, noOracle, type Ranks } from "./page-oracle.ts";
import { type Reader, readers } from "./readers.ts";
import { type KindOfText, writeText } from "./texts.ts";

const count = Number(process.env.SIGNALBOX_SHOWN_TEXTS ?? 2_100);
/** Printed, so that a run can be repeated. */
const seed = Number(process.env.SIGNALBOX_SHOWN_SEED ?? 1);
/** Of one run of the oracle. */
const portion = 1_000;
/** Of ten texts. */
const kinds: readonly KindOfText[] = [
  ...(["hostile", "dense", "hostile", "dense", "hostile"] as const),
  ...(["dense", "plain", "hostile", "dense", "plain"] as const),
];

interface Case {
  readonly name: string;
  readonly reader: Reader;
  readonly kind: KindOfText;
  readonly text: string;
}

interface Tally {
  accepted: number;
  readonly hidden: unknown[];
  plain: number;
  readonly missed: string[];
}

function caseAt(index: number): Case {
  const random = randomFor(seed, String(index));
  const [name, reader] = Object.entries(readers)[index % Object.keys(readers).length] ?? [
    "",
    readers.command,
  ];
  const kind = kinds[Math.floor(index / 7) % kinds.length] ?? "plain";
  if (reader === undefined) throw new Error("There are no readers");
  return { name, reader, kind, text: reader.around(writeText(random, kind, reader.probe)) };
}

/** Whether all parsers show it so plainly; what a parser shows that is liberal with tags, in whatever way. */
function isShown({ liberal, ...ranks }: Ranks, least: number): boolean {
  return Object.values(ranks).every((rank) => rank >= least) && liberal > 0;
}

function add(tallies: Map<string, Tally>, { name, reader, kind, text }: Case, ranks: Ranks): void {
  const tally = tallies.get(name) ?? { accepted: 0, hidden: [], plain: 0, missed: [] };
  tallies.set(name, tally);
  const isAccepted = reader.accepts(text);
  if (isAccepted) tally.accepted++;
  if (isAccepted && !isShown(ranks, reader.least))
    tally.hidden.push([JSON.stringify(text), JSON.stringify(ranks)]);
  if (kind !== "plain" || reader.plain === undefined || !isShown(ranks, reader.plain)) return;
  tally.plain++;
  if (!isAccepted) tally.missed.push(JSON.stringify(text));
}

const shortest = (found: readonly unknown[]): readonly unknown[] =>
  found.toSorted((one, other) => JSON.stringify(one).length - JSON.stringify(other).length).slice(0, 10);

describeUnless(noOracle, `N03 ${count} texts of the seed ${seed}`, () => {
  const tallies = new Map<string, Tally>();

  beforeAll(() => {
    for (let from = 0; from < count; from += portion) {
      const cases = Array.from({ length: Math.min(portion, count - from) }, (_, at) => caseAt(from + at));
      const answers = askOracle(cases.map(({ text, reader }) => ({ text, needle: reader.needle })));
      for (const [at, each] of cases.entries()) {
        const ranks = answers[at];
        if (ranks !== undefined) add(tallies, each, ranks);
      }
    }
    const line = ([name, { accepted, plain, missed }]: readonly [string, Tally]): string =>
      `${name}: ${accepted} accepted; of ${plain} shown in plain texts, ${plain - missed.length}`;
    console.info(`Seed ${seed}\n${[...tallies].map(line).join("\n")}`);
  }, 36_000_000);

  test.each(Object.keys(readers))("what is taken for a %s is plainly shown", (name) => {
    const { accepted = 0, hidden = [] } = tallies.get(name) ?? {};
    expect(accepted).toBeGreaterThan(0);
    expect(shortest(hidden)).toEqual([]);
  });

  test.each(Object.keys(readers))("of what plain texts show, 99 of 100 count as a %s", (name) => {
    const { plain = 0, missed = [] } = tallies.get(name) ?? {};
    expect(missed.length > plain / 100 ? shortest(missed) : []).toEqual([]);
  });
});
