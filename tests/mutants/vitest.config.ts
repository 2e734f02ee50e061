/** The tests that are to notice a mutant, for Stryker. */

import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { leftOut, mutatedFolders, slowTests } from "./folders.ts";
import { warmPool } from "./warm-pool.ts";

const folder = mutatedFolders[process.env.SIGNALBOX_MUTANTS_FOLDER ?? ""];
const tests = folder?.tests ?? ["{protocol,engine}/**/*.test.ts"];

class SlowOnesLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slowness = ({ moduleId }: TestSpecification): number =>
      slowTests.findIndex((test) => moduleId.endsWith(test));
    return files.toSorted(
      (one, other) => slowness(one) - slowness(other) || one.moduleId.localeCompare(other.moduleId),
    );
  }
}

export default defineConfig({
  plugins: [
    {
      name: "warm",
      // Stryker names a pool of Vitest's own.
      configureVitest: ({ project }) => {
        project.config.pool = warmPool.name;
        project.config.poolRunner = warmPool;
      },
    },
  ],
  resolve: {
    alias: [
      { find: /^.*\/text-cache\.ts$/, replacement: fileURLToPath(new URL("uncached.ts", import.meta.url)) },
    ],
  },
  test: {
    include: tests.map((file) => `tests/${file}`),
    exclude: leftOut.map((file) => `tests/${file}`),
    setupFiles: ["tests/mutants/setup.ts"],
    sequence: { sequencer: SlowOnesLast },
    isolate: false,
    testTimeout: 90_000,
  },
});
