/**
 * Tests that every change by the App in a whole story is in the ledger, with its cause and who asked for it.
 */
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { startBus, type TestBus } from "../support/bus.ts";
import { ledgerOf } from "../support/freeing.ts";
import type { LedgerRow } from "../support/ledger.ts";
import { seedWithStore } from "../support/seeds.ts";
import { tellEverything } from "../support/texts-story.ts";

let bus: TestBus;
afterEach(() => bus.stop());

/** Changes that the App makes only on a user's request: their rows must name the user and the role. */
const askedFor = new Set(["make-edges"]);

const payload = z.object({
  sender: z.object({ type: z.string() }),
  issue: z.object({ number: z.number(), node_id: z.string() }),
  label: z.object({ name: z.string() }).optional(),
});

/** Ledger actions that correspond to a change on GitHub. */
const words: Readonly<Record<string, (label: string) => RegExp>> = {
  "issues.labeled": (label) => new RegExp(`\\+${label.replaceAll(/[-+]/g, ".")}`),
  "issues.unlabeled": (label) => new RegExp(`-${label.replaceAll(/[-+]/g, ".")}`),
  "issues.closed": () => /clos/,
};

/** Each of these rows is one comment that was written. */
const writtenComment =
  /^(?:write (?:the status|a) comment|post the unblock notice|reply to a command|remind the person who decides|announce a discovery|say how to decide)$/;

const countsOf = (numbers: readonly number[]): ReadonlyMap<number, number> =>
  new Map([...Map.groupBy(numbers, (number) => number)].map(([number, all]) => [number, all.length]));

const isWhole = ({ rule, because, at }: LedgerRow): boolean =>
  /^[a-z-]+$/.test(rule) && because.length > 10 && at > 0;

test("M06 every effect of a whole story has its rule, its reason, its cause and its requester, and explain prints them", {
  timeout: 120_000,
}, async () => {
  bus = await startBus({ seed: seedWithStore("store", "escalations: {remind: [20m]}") });
  const changes: {
    readonly event: string;
    readonly issue: string;
    readonly number: number;
    readonly label: string;
  }[] = [];
  const guids = new Set<string>();
  bus.hub.observe((seen) => {
    if (seen.kind !== "delivery") return;
    guids.add(seen.guid);
    const read = payload.safeParse(seen.payload);
    if (!read.success || read.data.sender.type !== "Bot") return;
    const { issue, label } = read.data;
    const event = `${seen.event}.${seen.action}`;
    changes.push({ event, issue: issue.node_id, number: issue.number, label: label?.name ?? "" });
  });
  await tellEverything(bus);
  const rows = bus.ledger();
  const done = rows.filter(({ kind }) => kind === "done" || kind === "duplicate-repaired");
  expect(done.length).toBeGreaterThan(80);
  expect(done.filter((row) => !isWhole(row))).toEqual([]);

  const led = done.filter(({ delivery }) => delivery !== null);
  expect(led.filter(({ delivery }) => !guids.has(delivery ?? ""))).toEqual([]);
  // The others had no requester: a moment that the settings name, or the result of our previous effect.
  expect(led.length / done.length).toBeGreaterThan(0.8);

  for (const row of done.filter(({ rule }) => askedFor.has(rule)))
    expect(row).toMatchObject({
      actor_id: expect.stringMatching(/^U_/),
      actor_login: expect.stringMatching(/^\w+$/),
      actor_role: expect.stringMatching(/^(?:admin|maintain|write)$/),
    });
  for (const { actor_id, actor_login, actor_role } of done)
    expect([actor_login, actor_role].map((said) => said !== null)).toEqual([
      actor_id !== null,
      actor_id !== null,
    ]);

  const told = changes.filter(({ event }) => words[event] !== undefined);
  expect(told.length).toBeGreaterThan(50);
  const opened = new Set(changes.flatMap(({ event, number }) => (event === "issues.opened" ? [number] : [])));
  const openings = done.filter(({ what }) => what.startsWith("open an issue"));
  expect(openings).toHaveLength(opened.size);
  // An issue of ours is opened with its labels, by one effect.
  const numbers = [...new Set([...told, ...changes].map(({ number }) => number))];
  const lines = new Map(
    await Promise.all(numbers.map(async (number) => [number, await ledgerOf(bus, number)] as const)),
  );
  const unexplained = told.filter(({ event, number, label }) => {
    const said = words[event]?.(label) ?? /^$/;
    if (event === "issues.labeled" && opened.has(number)) return false;
    return !lines.get(number)?.some(({ what }) => said.test(what));
  });
  expect(unexplained).toEqual([]);

  const comments = countsOf(
    changes.flatMap(({ event, number }) => (event === "issue_comment.created" ? [number] : [])),
  );
  expect(comments.size).toBeGreaterThan(8);
  const written = [...comments.keys()].flatMap((number) =>
    (lines.get(number) ?? []).flatMap(({ kind, what }) =>
      kind === "done" && writtenComment.test(what) ? [number] : [],
    ),
  );
  expect(countsOf(written)).toEqual(comments);
});
