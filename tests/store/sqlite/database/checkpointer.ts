/**
 * A process that writes to the ledger and checkpoints the log in a loop until it is killed, and reports each
 * step.
 */
import { writeSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { databaseIn } from "../../../../src/store/sqlite/home.ts";
import { openStore } from "../../../../src/store/sqlite/store.ts";

const [home = "", life = ""] = process.argv.slice(2);
const { index } = openStore(home);
const beside = new DatabaseSync(databaseIn(home));
const because = "x".repeat(500_000);
const line = { repositoryId: "R_demo", issueId: "I_12", kind: "done", rule: "r", because };

for (let n = 0; ; n++) {
  const what = `life ${life}, line ${n}`;
  await index.note([{ ...line, at: n, what, delivery: undefined, actor: undefined }]);
  writeSync(1, `${what}\n`);
  if (n % 4 !== 3) continue;
  writeSync(1, "checkpoint\n");
  beside.exec("PRAGMA wal_checkpoint(TRUNCATE)");
}
