/**
 * Runs the whole bus once, for one repository, with only a token: what a scheduled workflow does, on a new index, on that of
 * a folder, or on the one that an earlier run kept.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Defect, messageOf, UserError } from "../../base/errors.ts";
import type { ProcessRuntime } from "../../dispatcher/dispatcher-ports.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import { signedHostOf } from "../../protocol/envelope/signed-host.ts";
import { inMemory } from "../../store/sqlite/home.ts";
import { openStore } from "../../store/sqlite/store.ts";
import type { Store } from "../../store/store.ts";
import { openDataFolder } from "../maintenance/open-data-folder.ts";
import { begin, type PassResult, passOver } from "./carry-out-pass.ts";
import { KeptIndex } from "./kept-index.ts";
import type { PassOptions } from "./pass-assembly.ts";

/**
 * @throws UserError if the token is unusable
 * @throws RequestFailed if GitHub cannot be read
 */
export async function runOnce(options: PassOptions, runtime: ProcessRuntime): Promise<PassResult> {
  const { kept, markerSecret, isDryRun, home } = options;
  if (kept !== undefined && markerSecret !== undefined && !isDryRun)
    return runWithKept(options, runtime, new KeptIndex(kept, markerSecret, signedHostOf(options.baseUrl)));
  const store = home === undefined ? openStore(inMemory, runtime) : openDataFolder(home, runtime);
  try {
    return await passOver(await begin(options, runtime, store));
  } finally {
    await store.close();
  }
}

/**
 * The same on the index that an earlier run kept, or on a new one if that does not count, or cannot be worked with: each later
 * run would otherwise meet the same index and fail as this one.
 */
async function runWithKept(
  options: PassOptions,
  runtime: ProcessRuntime,
  kept: KeptIndex,
): Promise<PassResult> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-index-"));
  try {
    const result =
      (await runOnKept(options, runtime, kept, join(folder, "kept"))) ??
      (await runOn(options, runtime, kept, join(folder, "new")));
    if (result === undefined) throw new Defect("A new index was taken for an earlier run's.");
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Undefined if there is none that counts and works. What was sent before it failed is at GitHub, where a new one finds it. */
async function runOnKept(
  options: PassOptions,
  runtime: ProcessRuntime,
  kept: KeptIndex,
  home: string,
): Promise<PassResult | undefined> {
  if (!kept.place(home)) return undefined;
  try {
    return await runOn(options, runtime, kept, home);
  } catch (thrown) {
    if (thrown instanceof RequestFailed || (thrown instanceof UserError && thrown.cause !== undefined))
      throw thrown;
    runtime.logger.warn({ message: messageOf(thrown) }, "the kept index could not be used");
    kept.refuse();
    return undefined;
  }
}

/** Undefined if the index there is an earlier run's and does not count. */
async function runOn(
  options: PassOptions,
  runtime: ProcessRuntime,
  kept: KeptIndex,
  home: string,
): Promise<PassResult | undefined> {
  const isPlaced = existsSync(home);
  const store = openStore(home, runtime);
  try {
    const pass = await begin(options, runtime, store);
    if (!(await kept.isNewest(pass.assembled.indexMarks)) && isPlaced) return undefined;
    const before = cursorsIn(store);
    const result = await passOver(pass);
    const { wait, isCutShort, steps } = result;
    const isNew = kept.use !== "used" || isCutShort || wait !== undefined || steps.length > 0;
    const maySend = wait === undefined || wait.isForPoints;
    const seals = kept.seals && maySend && (isNew || cursorsIn(store) !== before);
    store.close();
    const isSealed = seals && (await kept.seal(pass.assembled.indexMarks, home));
    const { use, doubt } = kept;
    return { ...result, index: { use, isSealed, ...(doubt === undefined ? {} : { doubt }) } };
  } finally {
    store.close();
  }
}

/** Moves only if something changed on GitHub. */
function cursorsIn({ index }: Store): string {
  return index
    .repositories()
    .map(({ id }) => `${id} ${index.cursor(id)}`)
    .join();
}
