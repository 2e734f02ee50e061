#!/usr/bin/env node
/**
 * What `signalbox` runs: the guard, then the command line. A checkout runs the TypeScript itself; the published
 * package runs its build, because Node strips no types below node_modules. A newcomer would import `main.ts`
 * statically, or await at the top: then an old Node fails on the module before the guard can speak.
 */
import "./runtime.mjs";
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";

const source = new URL("main.ts", import.meta.url);
const build = new URL("../../dist/cli/main.js", import.meta.url);

// Halves the start: compiled code is kept in the temporary folder. Node before 22 has no such thing.
nodeModule.enableCompileCache?.();

import((existsSync(source) ? source : build).href)
  .then(({ main }) => main(process.argv.slice(2)))
  .then((status) => {
    process.exitCode = status;
  });
