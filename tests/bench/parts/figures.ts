/** The page with the figures of twelve weeks, on a large index: how long it takes, and how long nothing else has its turn. */
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { nothingSettled } from "../../../src/dispatcher/repository/changes.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { figuresOutput } from "../../../src/operations/figures/figures-shape.ts";
import { metrics } from "../../../src/operations/figures/metrics.ts";
import { figuresPage } from "../../../src/pages/figures.ts";
import { openFollowedBoard } from "../../../src/store/sqlite/board/followed-board.ts";
import { openStore } from "../../../src/store/sqlite/store.ts";
import { recordOf } from "../../contracts/store/samples.ts";
import { frame } from "../../pages/samples.ts";
import { form } from "../../support/form.ts";
import { bob, completed, demo, issue } from "../../support/issues.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { percentile } from "../statistics.ts";

const now = Date.UTC(2026, 10, 22, 12);
const weekMs = 7 * 86_400_000;
const minuteMs = 60_000;

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const issues = isQuick ? 2_000 : 100_000;
  const figures: Figure[] = [];
  // A team of a year, and one that did all of it in the weeks that are shown.
  for (const { weeks, atMost } of [{ weeks: 52, atMost: 100 }, { weeks: 12 }] as const) {
    const home = join(folder, `${weeks}`);
    await fill(home, issues, weeks);
    progress(`an index of ${issues} issues of ${weeks} weeks is ready`);
    const { took, longest } = await timesOf(home, isQuick ? 3 : 20);
    const name = `${issues} issues of ${weeks} weeks`;
    figures.push(
      { name: `${name}, /figures, p50`, value: percentile(took, 0.5), unit: "ms" },
      {
        ...{ name: `${name}, /figures, p95`, value: percentile(took, 0.95), unit: "ms" },
        ...(atMost === undefined ? {} : { target: { atMost } }),
      },
      { name: `${name}, longest without a turn for others`, value: longest, unit: "ms" },
    );
  }
  return figures;
}

async function timesOf(home: string, rounds: number) {
  const { board, close } = openFollowedBoard(home);
  const clock = { now: () => now, sleep: async () => {} };
  const ports = { board, clock, repository: undefined, caller: undefined, progress: () => {} };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const took: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    if (round === 1) delay.enable();
    const begin = performance.now();
    const { output } = await metrics.run({ ...ports, freshen: async () => "fresh" }, { weeks: 12 });
    const view = {
      figures: figuresOutput.parse(output),
      repo: undefined,
      weeks: 12,
      repositories: ["acme/demo"],
    };
    figuresPage(view, frame());
    // The first one reads the index from disk.
    if (round > 0) took.push(performance.now() - begin);
  }
  delay.disable();
  close();
  return { took, longest: delay.max / 1e6 };
}

async function fill(home: string, count: number, weeks: number): Promise<void> {
  const store = openStore(home);
  const portion = 1_000;
  for (let from = 0; from < count; from += portion) {
    const records = Array.from({ length: portion }, (_, place) => recordAt(from + place, count, weeks));
    await store.index.commit({ ...nothingSettled, repositories: [demo], records });
  }
  store.close();
}

/** Of ten issues five are tasks, three questions that are answered, and two handovers that are accepted. */
function recordAt(place: number, count: number, weeks: number): IssueRecord {
  const createdAt = now - weeks * weekMs + Math.floor((place / count) * weeks * weekMs);
  const number = place + 1;
  const task = number - (number % 10) + 1;
  const closedAt = createdAt + (1 + (number % 50)) * minuteMs;
  const seen = { createdAt, updatedAt: closedAt, closedAt, issueState: completed };
  const kind = number % 10;
  if (kind >= 1 && kind <= 5)
    return admitted(number, { ...seen, body: form({ Goal: "It works." }), labels: ["kind:task"] });
  if (kind >= 6 && kind <= 8)
    return admitted(
      number,
      {
        ...{ ...seen, labels: ["kind:question"] },
        body: form({
          ...{
            "Blocking task": `#${task}`,
            Category: "implementation",
            Urgency: "blocking",
            Context: "Both work.",
          },
        }),
      },
      {
        accepted: {
          ...{ answer: `IC_${number}`, by: { id: bob.id, login: "bob" }, decision: "This one.", row: "any" },
          createdAt: closedAt,
        },
      },
    );
  return admitted(
    number,
    {
      ...{ ...seen, labels: ["kind:handover"] },
      body: form({
        ...{
          Completes: `#${task}`,
          Status: "complete",
          Changes: "- a.ts: written",
          Verified: "- npm test: passed",
        },
        ...{ Context: "It was easy.", "Next steps": "None" },
      }),
    },
    { settled: { body: "", since: 0, at: closedAt } },
  );
}

function admitted(
  number: number,
  seen: Partial<IssueSeen>,
  persisted: Partial<PersistedState> = {},
): IssueRecord {
  const record = recordOf(issue(number, seen));
  const by = { hash: record.seen.bodyHash, by: bob.id };
  return { ...record, persisted: { ...record.persisted, admitted: by, ...persisted } };
}
