/**
 * Holds the stand-in to what GitHub answered when it was rehearsed: recordings of `signalbox rehearse --record`, by the day, in
 * `tests/contracts/github/rehearsals`.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allCases } from "../../../src/cli/rehearse/all-cases.ts";
import { compareRecordings, type KnownDifference } from "../../../src/cli/rehearse/comparison.ts";
import { openStandIn } from "../../../src/cli/rehearse/open-sides.ts";
import { readRecording } from "../../../src/cli/rehearse/recordings.ts";
import { rehearse } from "../../../src/cli/rehearse/rehearse.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const folder = join(root, "tests", "contracts", "github", "rehearsals");
const days = existsSync(folder) ? readdirSync(folder) : [];
const known: readonly KnownDifference[] = JSON.parse(
  readFileSync(join(root, "templates", "rehearsal", "known-differences.json"), "utf8"),
);

test.skipIf(days.length === 0)(
  "the stand-in answers as GitHub did, but for what is known (skipped where nothing was rehearsed on GitHub yet)",
  async () => {
    const { side, close } = await openStandIn("stand-in");
    const signal = new AbortController().signal;
    const quiet = { known: new Map(), onStart: () => {}, onResult: () => {}, signal };
    const ours = await rehearse(side, allCases, quiet);
    await close();
    for (const day of days) {
      const theirs = readRecording(join(folder, day), "github.com");
      const asked = allCases.filter(({ id }) => theirs.get(id)?.type === "seen");
      const different = compareRecordings(asked, [ours, theirs], known).filter(
        ({ verdict }) => verdict === "different",
      );
      expect({ day, different }).toEqual({ day, different: [] });
    }
  },
);

test("each difference that is known is of a case that there is, and says why", () => {
  for (const { id, because } of known) {
    expect(allCases.map((each) => each.id)).toContain(id);
    expect(because).toMatch(/\.$/);
  }
});
