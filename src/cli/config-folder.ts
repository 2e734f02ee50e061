/** Where a user of this machine keeps settings and secrets of theirs: apart from every data folder. */
import { homedir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../server/composition/environment.ts";

export function configFolder(env: Environment): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), ".config"), "signalbox");
}
