/** What every address that takes a POST says to one that is not from its pages: never that something of ours failed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { catalogue } from "../../src/operations/catalogue.ts";
import { mcpPath } from "../../src/server/site/mcp/path.ts";
import { siteContent } from "../../src/server/site/pages/content.ts";
import { exchangePath } from "../../src/server/site/tokens/exchange-path.ts";
import { ask, openBrowser } from "../server/site/browser.ts";
import { startBus, type TestBus } from "../support/bus.ts";

let bus: TestBus;
let url: string;
beforeAll(async () => {
  bus = await startBus();
  url = bus.server().url;
});
afterAll(() => bus.stop());

const never = () => Promise.reject(new Error("Not asked here."));
const pages = siteContent(
  undefined,
  { list: never, make: never, end: never, grants: never } as never,
  never,
).pages;
/** A task that does not exist stands for any. */
const pathOf = (path: string): string =>
  path
    .split("/")
    .map((part) => (part.startsWith(":") ? (part.startsWith(":number") ? "1" : "acme") : part))
    .join("/");
const forms = [
  ...pages.flatMap(({ path, post }) => (post === undefined ? [] : pathOf(path))),
  "/theme",
  "/sign-out",
];
const programs = [exchangePath, mcpPath, ...catalogue.map(({ name }) => `/api/v1/${name}`)];

const form = "application/x-www-form-urlencoded";
const wrong: readonly (readonly [string, string, string])[] = [
  ["a wrong token", form, "formToken=wrong&theme=dark"],
  ["no token", form, "theme=dark"],
  ["no body", form, ""],
  ["JSON in place of a form", "application/json", "{}"],
  ["broken JSON", "application/json", "{"],
  ["text", "text/plain", "formToken"],
  ["no type", "", "formToken=wrong"],
  ["a form in parts", "multipart/form-data; boundary=x", "--x--"],
  ["letters that are none", form, "formToken=%ff%fe%"],
  ["too large a body", form, `formToken=${"x".repeat(400_000)}`],
];

test("there are forms and programs to try", () => {
  expect(forms.length).toBeGreaterThan(3);
  expect(programs.length).toBeGreaterThan(10);
});

test.each(wrong)(
  "IF27 a POST with %s gets an answer to its sender from every address, and is no failure of ours",
  async (what, type, body) => {
    const signedIn = openBrowser(url);
    const entry = new URL(bus.server().entryLink("/"));
    await signedIn.ask(entry.pathname + entry.search);
    expect((await signedIn.ask("/board")).status).toBe(200);
    const headers = { ...(type === "" ? {} : { "content-type": type }), origin: url };
    for (const path of [...forms, ...programs])
      for (const sender of [signedIn.ask, (to: string, given: object) => ask(url, to, given)]) {
        const { status, text } = await sender(path, { method: "POST", headers, body });
        expect([path, what, status]).toEqual([path, what, expect.toSatisfy((code: number) => code < 500)]);
        expect(text).not.toMatch(/\n\s+at /);
      }
    for (const path of forms) {
      const { status } = await signedIn.ask(path, { method: "POST", headers, body });
      expect([path, status]).toEqual([path, body.length > 300_000 ? 413 : 403]);
    }
  },
);
