/** Readers and waiting requests when the server's process is told to stop, or is killed. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hubUser, type Running, run, whenHealthy, whenSettled } from "../bench/running.ts";
import { startSeparately } from "../bench/separate-processes.ts";
import { type Browser, openBrowser, type SiteResponse } from "../server/site/browser.ts";
import { enterAsOwner } from "../server/site/enter.ts";
import { cardsOf, openStream, type StreamReader } from "../server/site/stream-reader.ts";
import { form } from "../support/form.ts";
import { questionText } from "../support/freeing.ts";

const sessions = 40;
const streamsOfEach = 5;
const waits = 20;

let home: string;
let apart: Awaited<ReturnType<typeof startSeparately>>;
let app: Running;
let url: string;
let task: number;
let browsers: readonly Browser[];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "signalbox-stopped-"));
  apart = await startSeparately(home);
  app = apart.app;
  url = `http://127.0.0.1:${apart.port}`;
  const alice = hubUser(home, "alice");
  task = await alice.open("Sign in", form({ Goal: "People can sign in." }), ["kind:task"], []);
  await alice.open("Q: Which store?", questionText(task), ["kind:question"], []);
  await whenSettled(apart.port);
  browsers = await Promise.all(Array.from({ length: sessions }, () => enterAsOwner(home)));
});
afterAll(async () => {
  await app.stop();
  await apart.hub.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Two hundred, each from where the one before at its place was cut off. */
async function openAll(before: readonly StreamReader[] = []): Promise<readonly StreamReader[]> {
  const wanted = browsers.flatMap((browser) => Array.from({ length: streamsOfEach }, () => browser));
  return Promise.all(
    wanted.map((browser, place) => {
      const lastId = before[place]?.lastId();
      return openStream(url, browser, { query: "?since=now", ...(lastId === undefined ? {} : { lastId }) });
    }),
  );
}

const waiting = (): Promise<SiteResponse>[] =>
  Array.from({ length: waits }, async (_, place) => {
    const browser = browsers[place];
    if (browser === undefined) throw new RangeError("There are more waits than sessions.");
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ issue: `acme/demo#${task}`, timeout: "50s" });
    return browser.ask("/api/v1/wait", { method: "POST", headers, body });
  });

async function startAgain(): Promise<void> {
  app = run(["start", "--settings", join(home, "hub-app.env")], {
    PORT: `${apart.port}`,
    SIGNALBOX_HOME: home,
  });
  await whenHealthy(apart.port);
}

const titlesIn = (reader: StreamReader): readonly string[] =>
  [...cardsOf(reader).values()].map(({ title }) => title);
const count = (readers: readonly StreamReader[], isSo: (reader: StreamReader) => boolean): number =>
  readers.filter(isSo).length;

test("IF41 all end in time when the server is told to stop, and clients go on where they were, as after kill -9", {
  timeout: 240_000,
}, async () => {
  const alice = hubUser(home, "alice");
  const all = sessions * streamsOfEach;
  const first = await openAll();
  expect(count(first, ({ status }) => status === 200)).toBe(all);
  await expect.poll(() => count(first, (reader) => reader.lastId() !== "")).toBe(all);
  let answered = 0;
  const asked = waiting().map((wait) => wait.finally(() => (answered += 1)));
  // The request after them is answered when they have been taken in.
  await browsers[0]?.ask("/api/v1/ready");
  expect(answered).toBe(0);
  await app.stop();
  const answers = await Promise.all(asked);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await Promise.all(first.map(({ over }) => over));
  expect(count(first, (reader) => reader.isComplete())).toBe(all);

  await alice.edit(task, { title: "While it was stopped" });
  await startAgain();
  const second = await openAll(first);
  await expect
    .poll(() => count(second, (reader) => titlesIn(reader).includes("While it was stopped")))
    .toBe(all);

  process.kill(app.pid, "SIGKILL");
  await Promise.all(second.map(({ over }) => over));
  await alice.edit(task, { title: "While it was killed" });
  await startAgain();
  const third = await openAll(second);
  await expect
    .poll(() => count(third, (reader) => titlesIn(reader).includes("While it was killed")))
    .toBe(all);
  await whenSettled(apart.port);
  const browser = browsers[0] ?? openBrowser(url);
  await expect
    .poll(async () => JSON.parse((await browser.ask(`/api/v1/changes?since=${third[0]?.lastId()}`)).text))
    .toMatchObject({ cards: [], isReset: false });
  expect(count([...second, ...third], ({ events }) => events.some(({ event }) => event === "reset"))).toBe(0);
});
