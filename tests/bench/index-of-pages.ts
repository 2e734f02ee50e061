/** Fills an index for the pages: tasks of each status, a third of them blocked by others, and open escalations. */
import { nothingSettled } from "../../src/dispatcher/repository/changes.ts";
import { emptyPersistedState } from "../../src/engine/model/persisted-state.ts";
import type { IssueRecord } from "../../src/engine/model/snapshot.ts";
import { openStore } from "../../src/store/sqlite/store.ts";
import { recordOf } from "../contracts/store/samples.ts";
import { bob, demo, escalation, issue, links } from "../support/issues.ts";
import type { Run } from "./part.ts";

const [batchSize, decisions] = [1_000, 40] as const;
const statuses = ["ready", "blocked", "in-progress", "blocked", "in-review", "ready"] as const;

export async function fillPageIndex(home: string, count: number, progress: Run["progress"]): Promise<void> {
  const store = openStore(home);
  for (let from = 1; from <= count; from += batchSize) {
    const records = Array.from({ length: batchSize }, (_, place) => recordAt(from + place));
    await store.index.commit({ ...nothingSettled, repositories: [demo], records });
  }
  store.close();
  progress(`an index of ${count} issues is ready`);
}

function recordAt(number: number): IssueRecord {
  if (number <= decisions) {
    const seen = escalation(number, `#${number + 100}`);
    return recordOf(seen, {
      persisted: { ...emptyPersistedState, admitted: { hash: seen.bodyHash, by: bob.id } },
    });
  }
  const status = statuses[number % statuses.length] ?? "ready";
  return recordOf(
    issue(number, {
      title: `Task ${number} that does something useful for somebody`,
      body: `### Goal\n\nPart ${number} works.\n\n### Priority\n\np${number % 4}\n`,
      labels: number % 10 === 0 ? ["bug"] : ["kind:task", `status:${status}`, `track:track-${number % 20}`],
      assignees: number % 4 === 0 ? [bob] : [],
      // Chains of ten, each to a task before it.
      ...(status === "blocked" && { blockedBy: links(issue(number - 1), issue(Math.max(1, number - 7))) }),
    }),
  );
}
