/** `signalbox open`: a link into the pages of the running server. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningServer } from "../../../src/server/serving/running-server.ts";
import { createServerFixture, type ServerFixture } from "../../server/server-fixture.ts";
import { openBrowser } from "../../server/site/browser.ts";
import { signalbox } from "../terminal.ts";

let fixture: ServerFixture;
let server: RunningServer;
beforeAll(async () => {
  fixture = await createServerFixture();
  server = await fixture.serve();
});
afterAll(() => fixture.close());

const open = (...words: readonly string[]) => signalbox(["open", ...words, "--home", fixture.home], {});

test("it prints an address that lets a browser in once, on the page that was named", async () => {
  const { code, out } = await open("/sign-in");
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/enter\/[\w-]{43}\?to=/),
  ]);
  const { origin, pathname, search } = new URL(out.trim());
  expect(origin).toBe(server.url);
  const response = await openBrowser(server.url).ask(`${pathname}${search}`);
  expect([response.status, response.headers.location]).toEqual([303, "/sign-in"]);
  expect((await openBrowser(server.url).ask(`${pathname}${search}`)).status).toBe(410);
});

test("an address elsewhere is refused", async () => {
  const { code, err } = await open("//evil.test/");
  expect([code, err]).toEqual([1, expect.stringContaining("is not a path of the pages")]);
});

test("without a server it says how to start one", async () => {
  const { code, err } = await signalbox(["open", "--home", "/nonexistent/signalbox"], {});
  expect([code, err]).toEqual([1, expect.stringContaining("Start it: npm start")]);
});

test("the server opens no link for a caller without the token of the data folder", async () => {
  const body = JSON.stringify({ to: "/" });
  expect((await fetch(`${server.url}/control/open`, { method: "POST", body })).status).toBe(403);
});
