import { closeSync, fstatSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { logDiskOf } from "../../../src/store/sqlite/database/log-disk.ts";
import { segmentFilesIn } from "../../../src/store/sqlite/journal/segment-files.ts";

const kinds: Readonly<Record<string, (folder: string) => Promise<{ readonly close: () => void }>>> = {
  "a segment of the journal": (folder) => {
    mkdirSync(join(folder, "journal"));
    return segmentFilesIn(join(folder, "journal")).create(1);
  },
  "the log of a database": async (folder) => {
    writeFileSync(join(folder, "a.db-wal"), "");
    return logDiskOf(join(folder, "a.db"));
  },
};

test.each(Object.entries(kinds))("%s that is closed twice closes no file of others", async (_, openIn) => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-closed-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = await openIn(folder);
  file.close();
  await wait(50);
  // One of them gets the number that is free now.
  const others = Array.from({ length: 20 }, (_each, n) => openSync(join(folder, `other ${n}`), "w"));
  file.close();
  await wait(50);
  for (const other of others) expect(() => fstatSync(other)).not.toThrow();
  for (const other of others) closeSync(other);
});
