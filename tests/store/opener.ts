/** A process that opens a home, reports the result, and exits without closing it. */
import { writeSync } from "node:fs";
import { messageOf } from "../../src/base/errors.ts";
import { openStore } from "../../src/store/sqlite/store.ts";

try {
  openStore(process.argv[2] ?? "");
  writeSync(1, "opened\n");
} catch (error) {
  writeSync(1, `${messageOf(error)}\n`);
}
process.kill(process.pid, "SIGKILL");
