/** Where a server keeps the pauses that its operator requested. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nothingPaused, type OwnersPauses } from "../../../src/dispatcher/schedule/pauses.ts";
import { granted, pausePathIn, writePauses } from "../../../src/server/maintenance/pause-file.ts";
import { createPausingInStore } from "../../../src/server/maintenance/pausing.ts";
import type { KeptPauses } from "../../../src/store/shape/kept-pauses.ts";

const demo = { id: "R_1", name: "acme/demo" };

function rows(): KeptPauses & { readonly now: () => OwnersPauses } {
  let pauses = granted(nothingPaused, { type: "pause", reason: "rows" }, 1);
  return {
    now: () => pauses,
    read: async () => pauses,
    change: async (work) => {
      pauses = work(pauses);
    },
  };
}

test("a server with its index in PostgreSQL takes over what its data folder had paused, once", async () => {
  const home = mkdtempSync(join(tmpdir(), "signalbox-pausing-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const writing = granted(nothingPaused, { type: "pause", reason: "file", repository: demo }, 2);
  writePauses(home, granted(writing, { type: "pause", claims: true }, 3));
  const kept = rows();
  const all = await createPausingInStore(kept, home).read();
  expect(all).toEqual({
    everything: { reason: "rows", since: 1 },
    repositories: new Map([["R_1", { name: "acme/demo", reason: "file", since: 2 }]]),
    claims: { everything: { reason: undefined, since: 3 }, repositories: new Map() },
  });
  expect(existsSync(pausePathIn(home))).toBe(false);
  const after = createPausingInStore(kept, home);
  expect(await after.save({ type: "resume" }, 4)).toMatchObject({ was: all, now: kept.now() });
  expect((await after.read()).everything).toBeUndefined();
  expect(existsSync(pausePathIn(home))).toBe(false);
});
