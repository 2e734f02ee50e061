/** Fills an index with many tasks, without a server. */
import { nothingSettled } from "../../src/dispatcher/repository/changes.ts";
import { openStore } from "../../src/store/sqlite/store.ts";
import { recordOf } from "../contracts/store/samples.ts";
import { bob, demo, issue } from "../support/issues.ts";
import type { Run } from "./part.ts";

/** Nine of ten issues are open tasks, and two of three of those are ready. */
export async function fillIndex(home: string, count: number, progress: Run["progress"]): Promise<void> {
  const store = openStore(home);
  const batchSize = 1_000;
  for (let from = 1; from <= count; from += batchSize) {
    const numbers = Array.from({ length: batchSize }, (_, place) => from + place);
    const records = numbers.map((number) => recordOf(taskSeen(number)));
    await store.index.commit({ ...nothingSettled, repositories: [demo], records });
  }
  store.close();
  progress(`an index of ${count} issues is ready`);
}

function taskSeen(number: number) {
  const status = number % 3 === 0 ? "status:blocked" : "status:ready";
  return issue(number, {
    title: `Task ${number}`,
    body: `### Goal\n\nPart ${number} works.\n\n### Priority\n\np${number % 4}\n`,
    labels: number % 10 === 0 ? ["bug"] : ["kind:task", status, `track:track-${number % 20}`],
    assignees: number % 4 === 0 ? [bob] : [],
  });
}
