import { defineConfig } from "vitest/config";

/** Rooms whose tests share no process state: one worker loads the modules once for all of their files. */
const sharing = ["coordinator", "dispatcher", "engine", "handover", "operations", "protocol", "texts"].map(
  (room) => `tests/${room}/**/*.test.ts`,
);

export default defineConfig({
  test: {
    // Ends what hangs. What takes long beside others on a busy machine is no failure.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 20_000 } },
    // Without this, vitest keeps one of two cores for itself and runs one file at a time.
    maxWorkers: "100%",
    projects: [
      { extends: true, test: { name: "pure", include: sharing, isolate: false } },
      { extends: true, test: { name: "whole", include: ["tests/**/*.test.ts"], exclude: sharing } },
    ],
  },
});
