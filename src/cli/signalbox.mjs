#!/usr/bin/env node
/**
 * What `signalbox` runs: the guard, then the command line. A checkout runs the TypeScript itself; the published
 * package runs its build, because Node strips no types below node_modules. A newcomer would import `main.ts`
 * statically, or await at the top: then an old Node fails on the module before the guard can speak.
 */
import "./runtime.mjs";
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";

// A server's young generation stays small, which V8 takes from its command line alone, and glibc keeps one heap instead of
// one a thread and gives freed pages back, which it takes from the environment. The process replaces itself, so that it keeps its number, its streams
// and its parent; one with a channel to its parent would lose that.
const lean = "--max-semi-space-size=4";
const isServer = process.argv[2] === "start" || process.argv[2] === "hub";
if (isServer && process.execve && process.send === undefined && !process.execArgv.includes(lean))
  process.execve(process.execPath, [process.execPath, ...process.execArgv, lean, ...process.argv.slice(1)], {
    MALLOC_ARENA_MAX: "1",
    MALLOC_MMAP_THRESHOLD_: "131072",
    MALLOC_TRIM_THRESHOLD_: "131072",
    ...process.env,
  });

const source = new URL("main.ts", import.meta.url);
const build = new URL("../../dist/cli/main.js", import.meta.url);

// Halves the start: compiled code is kept in the temporary folder. Node before 22 has no such thing.
nodeModule.enableCompileCache?.();

import((existsSync(source) ? source : build).href)
  .then(({ main }) => main(process.argv.slice(2)))
  .then((status) => {
    process.exitCode = status;
  });
