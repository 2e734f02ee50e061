/** The tests that are to notice a mutant: those of the pure rooms, but for what measures time or the stack's depth. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/protocol/**/*.test.ts", "tests/engine/**/*.test.ts"],
    exclude: ["tests/protocol/hostile.test.ts", "tests/protocol/envelope/envelope.test.ts"],
    testTimeout: 90_000,
  },
});
