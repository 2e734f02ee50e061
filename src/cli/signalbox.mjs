#!/usr/bin/env node
/**
 * The executable: runs the version check, then the command line. A checkout runs the TypeScript itself; the
 * published package runs its build, because Node does not strip types below node_modules. Do not import
 * `main.ts` statically or use a top-level await: an old Node would fail on this module before the check can
 * print its message.
 */
import "./runtime.mjs";
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";

// Keeps a server's memory small: V8 takes the size of the young generation from its command line only, and
// glibc reads from the environment that it should use one heap instead of one per thread and return unused
// pages. The process replaces itself, so that its process ID, streams and parent stay the same. One that has
// a channel to its parent would lose it and is left as is.
const lean = "--max-semi-space-size=4";
const isServer = process.argv[2] === "start" || process.argv[2] === "hub";
if (isServer && process.execve && process.send === undefined && !process.execArgv.includes(lean))
  process.execve(process.execPath, [process.execPath, ...process.execArgv, lean, ...process.argv.slice(1)], {
    MALLOC_ARENA_MAX: "1",
    MALLOC_MMAP_THRESHOLD_: "131072",
    MALLOC_TRIM_THRESHOLD_: "131072",
    ...process.env,
  });

// The first process of a container gets only the signals that it handles: one that is told to stop while it
// loads, or while it runs `migrate`, would otherwise last until it is killed.
if (process.pid === 1)
  for (const [signal, status] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ])
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(status);
    });

// Halves the start-up time: compiled code is cached in the temporary folder. Node before 22 does not have
// this.
nodeModule.enableCompileCache?.();

const argv = process.argv.slice(2);
const load = (name) => {
  const source = new URL(`${name}.ts`, import.meta.url);
  const build = new URL(`../../dist/cli/${name}.js`, import.meta.url);
  return import((existsSync(source) ? source : build).href);
};

// A hook waits for each beat, and an agent for its tools: these load nothing that they do not need.
const quick = {
  beat: () => load("beat/quick").then(({ quickBeat }) => quickBeat(argv)),
  mcp: () => load("mcp/quick").then(({ quickMcp }) => quickMcp(argv)),
  // What it starts must not find the server's secrets in its parent.
  run: async () => {
    const { shedSecrets } = await load("run/shed-secrets");
    const { argv: words, env } = shedSecrets(process);
    const { main } = await load("main");
    return main(words, env);
  },
};
/** Time to write what is left of the output. */
const exitWithinMs = 1_000;
const isQuick = argv.length > 0 && Object.hasOwn(quick, argv[0]);

(isQuick ? quick[argv[0]]() : Promise.resolve())
  .then((status) => status ?? load("main").then(({ main }) => main(argv)))
  .then((status) => {
    process.exitCode = status;
    // A request that GitHub has not answered would keep a stopped server alive for minutes. Without a reference, the timer
    // does not.
    if (isServer) setTimeout(() => process.exit(), exitWithinMs).unref();
  });
