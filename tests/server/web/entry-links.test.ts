/** Several web processes behind a proxy: any of them can answer any request. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { askServer } from "../../../src/cli/local-index/ask-server.ts";
import { controlPaths } from "../../../src/server/http/control-paths.ts";
import { readContact } from "../../../src/server/maintenance/data-folder.ts";
import { noPostgres } from "../../support/postgres.ts";
import { ask, openBrowser } from "../site/browser.ts";
import { startTwoWebProcesses, type WebProcess } from "./web-processes.ts";

const opened = z.object({ url: z.url() });

/** The path of a link, as `signalbox open` gets it. */
async function linkFrom({ home }: WebProcess): Promise<string> {
  const contact = readContact(home);
  if (contact === undefined) throw new Error("No server runs.");
  const answer = await askServer(contact, controlPaths.open, { body: { to: "/board" }, timeoutMs: 10_000 });
  const { pathname, search } = new URL(opened.parse(await answer.json()).url);
  return `${pathname}${search}`;
}

describe.skipIf(noPostgres)("entry links of several web processes", () => {
  test("a link that one web process made lets a browser in that reaches another one, and then no one at either", async () => {
    const [one, other] = await startTwoWebProcesses();
    const link = await linkFrom(one);
    const browser = openBrowser(other.url);
    const entered = await browser.ask(link);
    expect([entered.status, entered.headers.location]).toEqual([303, "/board"]);
    expect((await browser.ask("/board")).status).toBe(200);
    for (const { url } of [one, other]) expect((await ask(url, link)).status).toBe(410);
  });

  test("a link lets in only one of two browsers that come to two web processes at once", async () => {
    const [one, other] = await startTwoWebProcesses();
    const link = await linkFrom(one);
    const entered = await Promise.all([one, other].map(({ url }) => ask(url, link)));
    expect(entered.map(({ status }) => status).sort()).toEqual([303, 410]);
  });
});
