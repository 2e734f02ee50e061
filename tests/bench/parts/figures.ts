/** The page with the figures of twelve weeks, on a large index: how long it takes, and how long nothing else has its turn. */
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { nothingSettled } from "../../../src/dispatcher/repository/changes.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { figuresOutput } from "../../../src/operations/figures/figures-shape.ts";
import { metrics } from "../../../src/operations/figures/metrics.ts";
import type { Board } from "../../../src/operations/ports.ts";
import { figuresPage } from "../../../src/pages/figures.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
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
const weeksOfWork = 52;
const weeksShown = 12;

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const issues = isQuick ? 2_000 : 100_000;
  const home = join(folder, "index");
  await fill(home, issues, weeksOfWork);
  progress(`an index of ${issues} issues of a year is ready`);
  const { first, took, longest } = await timesOf(home, isQuick ? 3 : 40);
  const name = `${issues} issues of a year, /figures over ${weeksShown} weeks`;
  return [
    { name: `${name}, p50`, value: percentile(took, 0.5), unit: "ms" },
    { name: `${name}, p95`, value: percentile(took, 0.95), unit: "ms", target: { atMost: 100 } },
    {
      name: `${name}, when no week is counted yet, CPU time, p50`,
      value: percentile(first, 0.5),
      unit: "ms",
    },
    { name: "longest without a turn for others", value: longest, unit: "ms" },
  ];
}

/** Whole weeks are counted again after five minutes: `first` is without anything kept, `took` is with it. */
async function timesOf(home: string, rounds: number) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const [first, took]: [number[], number[]] = [[], []];
  for (let opening = 0; opening < 5; opening++) {
    const { board, close } = openFollowedBoard(home);
    delay.enable();
    const cpu = process.cpuUsage();
    await show(board);
    const { user, system } = process.cpuUsage(cpu);
    first.push((user + system) / 1_000);
    delay.disable();
    for (let round = 0; round < rounds / 5; round++) {
      const begin = performance.now();
      await show(board);
      took.push(performance.now() - begin);
    }
    close();
  }
  return { first, took, longest: delay.max / 1e6 };
}

async function show(board: Board): Promise<void> {
  const clock = { now: () => now, sleep: async () => {} };
  const ports = { board, clock, repository: undefined, caller: undefined, progress: () => {} };
  const { output } = await metrics.run({ ...ports, freshen: async () => "fresh" }, { weeks: weeksShown });
  const shown = { repo: undefined, weeks: weeksShown, repositories: ["acme/demo"] };
  figuresPage({ figures: figuresOutput.parse(output), ...shown }, frame());
}

async function fill(home: string, count: number, weeks: number): Promise<void> {
  const store = openStore(home);
  const batchSize = 1_000;
  for (let from = 0; from < count; from += batchSize) {
    const records = Array.from({ length: batchSize }, (_, place) => recordAt(from + place, count, weeks));
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
        ...seen,
        labels: ["kind:question"],
        body: form({
          "Blocking task": `#${task}`,
          Category: "implementation",
          Urgency: "blocking",
          Context: "Both work.",
        }),
      },
      {
        accepted: {
          how: "command",
          word: `IC_${number}`,
          version: { title: "", hash: "" },
          by: { id: bob.id, login: "bob" },
          decision: keepWords("This one."),
          row: "any",
          at: closedAt,
        },
      },
    );
  return admitted(
    number,
    {
      ...seen,
      labels: ["kind:handover"],
      body: form({
        Completes: `#${task}`,
        Status: "complete",
        Changes: "- a.ts: written",
        Verified: "- npm test: passed",
        Context: "It was easy.",
        "Next steps": "None",
      }),
    },
    { settled: { version: { title: "", hash: "" }, since: 0, how: "evidence", at: closedAt } },
  );
}

function admitted(
  number: number,
  seen: Partial<IssueSeen>,
  persisted: Partial<PersistedState> = {},
): IssueRecord {
  const record = recordOf(issue(number, seen));
  const by = { hash: record.seen.textHash, by: bob.id };
  return { ...record, persisted: { ...record.persisted, admitted: by, ...persisted } };
}
