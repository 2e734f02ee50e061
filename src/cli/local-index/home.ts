/**
 * The data folder of a command: `--home`, then `SIGNALBOX_HOME`, falling back to `.signalbox` in the working
 * directory.
 */
import { resolve } from "node:path";
import type { Terminal } from "../terminal/terminal.ts";

export function dataFolder(terminal: Pick<Terminal, "env">, given: string | undefined): string {
  return resolve(given ?? (terminal.env.SIGNALBOX_HOME || ".signalbox"));
}
