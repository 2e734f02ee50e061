import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { noPostgres } from "./tests/support/postgres-programs.ts";

// Workers and the programs that tests start inherit it. Without it, each would strip and compile the sources again.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "signalbox-compiled");

/**
 * Tests that change their whole process, each file in a process of its own: fake timers and spies on what is global,
 * `vi.mock`, which needs modules that nothing has loaded yet, and the test of expressions, which watches modules while
 * they load.
 */
export const apart = [
  "tests/github/transport/{bounded-fetch,client,token-renewal}.test.ts",
  "tests/github/write/marker-versions.test.ts",
  "tests/expressions.test.ts",
  "tests/pages/parts/words.test.ts",
  "tests/programs/process-identity.test.ts",
  "tests/harness/left-run.test.ts",
  "tests/cli/answering/other-github.test.ts",
  "tests/flows/{handing-over-work,server-and-token}.test.ts",
];

/**
 * Stories that are played on both stores: on PostgreSQL in a project of their own. `npm run long -- --only postgres` plays all
 * of them there. Where PostgreSQL is missing, `tests/long/parts.test.ts` skips each by name.
 */
export const onPostgres = [
  "tests/flows/main-story.test.ts",
  "tests/flows/claims.test.ts",
  "tests/flows/notes.test.ts",
  "tests/flows/changes.test.ts",
  "tests/flows/orders-killed.test.ts",
];

/** A run that names the store itself plays each story once. */
const isOnBoth = noPostgres === undefined && process.env.SIGNALBOX_FLOWS_ON === undefined;

export default defineConfig({
  test: {
    // Ends what hangs. What takes long beside others on a busy machine is no failure.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 20_000 } },
    // Stories of the whole server wait for much of their time; two more files run meanwhile.
    maxWorkers: availableParallelism() + 2,
    projects: [
      { extends: true, test: { name: "apart", include: apart } },
      ...(isOnBoth
        ? [
            {
              extends: true as const,
              test: {
                ...{ name: "on PostgreSQL", include: onPostgres, isolate: false },
                env: { SIGNALBOX_FLOWS_ON: "postgres" },
              },
            },
          ]
        : []),
      // One worker loads the modules once for all of its files: loading them again for each took most of the time.
      {
        extends: true,
        test: {
          ...{ name: "shared", include: ["tests/**/*.test.ts"], exclude: apart, isolate: false },
          globalSetup: "tests/support/tell-skipped.ts",
        },
      },
    ],
  },
});
