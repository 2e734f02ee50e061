/** Readers of changes on the running bus: by cursor through kills of the server, and as changes come. */
import { afterEach, expect, test } from "vitest";
import { follow } from "../../src/cli/changes/follow.ts";
import type { DurableStep } from "../../src/dispatcher/ports/durable-step.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import { startBus } from "../support/bus.ts";
import { type MortalBus, startMortalBus } from "../support/mortal-bus.ts";
import { databaseVariables } from "../support/store-of-flows.ts";

interface Page {
  readonly cursor: string;
  readonly isReset: boolean;
  readonly isMore: boolean;
  readonly gone: readonly { readonly id: string }[];
  readonly cards: readonly { readonly id: string; readonly number: number; readonly status?: string }[];
}

let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

/** Reads pages of two cards, so that a reader is often cut within one. */
function readerOf(bus: Pick<MortalBus, "home">) {
  const cards = new Map<string, Page["cards"][number]>();
  let cursor: string | undefined;
  return {
    cards,
    page: async (): Promise<Page> => {
      const since = cursor === undefined ? [] : ["--since", cursor];
      const { out } = await signalbox(["changes", ...since, "--limit", "2", "--json", "--home", bus.home]);
      const page: Page = JSON.parse(out);
      for (const { id } of page.gone) cards.delete(id);
      for (const card of page.cards) cards.set(card.id, card);
      cursor = page.cursor;
      expect(page.isReset).toBe(false);
      return page;
    },
  };
}

const goal = "### Goal\n\nPeople sign in.";

test("IF13 a reader that goes on from its cursor while the server is killed and started again misses nothing", {
  timeout: 180_000,
}, async () => {
  const bus = await startMortalBus();
  stop = () => bus.stop();
  const maria = bus.as("maria");
  const reader = readerOf(bus);
  const steps: readonly DurableStep[] = ["cycle committed", "delivery admitted"];
  for (const step of steps) {
    await bus.doom(step, 2);
    const task = await maria.open("Sign in", goal, ["kind:task"], []);
    await maria.open(
      "Q: Which?",
      `### Blocking task\n\n#${task}\n\n### Context\n\nBoth.`,
      ["kind:question"],
      [],
    );
    while (!(await bus.settled())) {
      await reader.page();
      await bus.raise();
    }
    await reader.page();
  }
  await bus.signal("SIGKILL");
  while ((await reader.page()).isMore);
  const { out } = await signalbox(["list", "--state", "all", "--json", "--home", bus.home]);
  const { issues }: { issues: Page["cards"] } = JSON.parse(out);
  expect(issues.length).toBe(4);
  for (const issue of issues) expect(reader.cards.get(issue.id)).toEqual(issue);
  expect(reader.cards.size).toBe(issues.length);
});

test("changes --follow prints what comes, each line with the cursor to go on from, and ends when it is told to", async () => {
  const bus = await startBus();
  stop = () => bus.stop();
  const ending = new AbortController();
  const pages: Page[] = [];
  const following = follow(
    {
      out: (text) =>
        void pages.push(
          ...text
            .trimEnd()
            .split("\n")
            .map((line): Page => JSON.parse(line)),
        ),
      err: () => {},
      isTty: false,
      isErrTty: false,
      exitWith: () => {},
      env: databaseVariables(bus.home),
    },
    { json: true, home: bus.home, repo: "acme/demo" },
    ending.signal,
  );
  const [, before = ""] = /^Cursor: (.+)$/m.exec((await changes(["--since", "now"], bus.home)).out) ?? [];
  const number = await bus.as("alice").open("Sign in", goal, ["kind:task"], []);
  await expect
    .poll(() => pages.flatMap(({ cards }) => cards).findLast((card) => card.number === number)?.status)
    .toBe("ready");
  ending.abort();
  await following;
  const again = await changes(["--since", before], bus.home);
  expect(again.out).toContain(`acme/demo#${number}\ttask\tready\tSign in`);
  const last = await changes(["--since", pages.at(-1)?.cursor ?? ""], bus.home);
  expect(last.out).toMatch(/^Nothing has changed\.\nCursor: c/);
});

test.each([
  [["--follow", "--since", "n1f09a2.381"], "is not a cursor of changes"],
  [["--follow", "--since", "soon"], "is not a cursor of changes"],
  [["--follow", "--idle", "never"], "--idle must be a length of time"],
  [["--follow", "--repo", "demo"], "--repo must be owner/name"],
])("changes %j is refused", async (words, problem) => {
  expect(await changes(words, "/no/such/folder")).toMatchObject({
    code: 1,
    err: expect.stringContaining(problem),
  });
});

function changes(words: readonly string[], home: string): Promise<Ran> {
  return signalbox(["changes", ...words, "--home", home]);
}
