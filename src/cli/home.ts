/** The data folder that a command works with: `--home`, else `SIGNALBOX_HOME`, else `.signalbox` here. */
import { resolve } from "node:path";
import type { Terminal } from "./terminal.ts";

export function homeOf(terminal: Pick<Terminal, "env">, given: string | undefined): string {
  return resolve(given ?? (terminal.env.SIGNALBOX_HOME || ".signalbox"));
}
