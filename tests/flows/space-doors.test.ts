/** An agent that works in one space gets only its tasks, through whichever door it asks. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { signalbox } from "../cli/terminal.ts";
import { callTool } from "../mcp/call-tool.ts";
import { ask, type SiteResponse } from "../server/site/browser.ts";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { connectMcp } from "../support/mcp-process.ts";

let bus: TestBus;
let config: string;
beforeEach(async () => {
  bus = await startCrew({ ada: { login: "alice" } });
  config = mkdtempSync(join(tmpdir(), "signalbox-config-"));
  const maria = bus.as("maria");
  const open = (title: string, kind: string, body: Readonly<Record<string, string>>) =>
    maria.open(title, form(body), [`kind:${kind}`], []);
  expect(await open("Elsewhere", "task", { Goal: "Another thing works.", Priority: "p0" })).toBe(1);
  expect(await open("Space: log in", "space", { Purpose: "Nobody types a password." })).toBe(2);
  expect(await open("Store keys", "task", { Goal: "Keys are stored.", "Part of": "#2" })).toBe(3);
  await bus.settled();
});
afterEach(async () => {
  rmSync(config, { recursive: true, force: true });
  await bus.stop();
});

const inSpace = { SIGNALBOX_SPACE: "2", SIGNALBOX_AGENT: "ada", GH_REPO: "acme/demo" };
const beside = () => ({ ...inSpace, SIGNALBOX_HOME: bus.home, PATH: process.env.PATH ?? "" });
/** A machine that has a token of GitHub's, and the server's address. */
const away = () => ({
  GHE_HOST: new URL(bus.hub.url).host,
  GHE_PROTOCOL: "http",
  XDG_CONFIG_HOME: config,
  GH_ENTERPRISE_TOKEN: bus.hub.tokenOf("alice"),
  PATH: process.env.PATH ?? "",
  ...inSpace,
  SIGNALBOX_SERVER: bus.server().url,
});
/** The tasks that a table or a tool lists. */
const numbers = (text: string): readonly string[] => text.match(/acme\/demo#\d+/g) ?? [];
const ofSpace = ["acme/demo#3"];

test("S4.16 `signalbox run` claims a task of the space, passes the space on, and shows it in the packet", async () => {
  const input = join(bus.home, "input");
  const script = `cat > ${input}; echo "space $SIGNALBOX_SPACE" >> ${input}`;
  const ran = await signalbox(["run", "--", "/bin/sh", "-c", script], beside());
  expect(ran).toMatchObject({ code: 3 });
  const packet = readFileSync(input, "utf8");
  expect(packet).toContain("Keys are stored.");
  expect(packet).toContain("## Space\n");
  expect(packet).toContain("Nobody types a password.");
  expect(packet).toMatch(/\nspace 2\n$/);
  await bus.settled();
  expect(ran.err).toContain("works on acme/demo#3");
  expect((await bus.as("maria").see(1)).labels).toContain("status:ready");
  const none = await signalbox(["run", "--", "/bin/true"], { ...beside(), SIGNALBOX_SPACE: "1" });
  expect(none).toMatchObject({ code: 1, err: expect.stringContaining("which is a task, and not a space") });
  expect((await bus.as("maria").see(1)).labels).toContain("status:ready");
});

test("S4.16 the tools of `signalbox mcp` go by the space", async () => {
  const { client } = await connectMcp(beside());
  expect(numbers((await callTool(client, "ready")).text)).toEqual(ofSpace);
  expect((await callTool(client, "brief", { issue: "1" })).text).toContain("this task is not part of it");
  expect((await callTool(client, "claim", { action: "take" })).text).toContain("acme/demo#3");
  expect((await callTool(client, "brief", { issue: "3" })).text).toContain("Nobody types a password.");
  await client.close();
});

test("S4.16 a server elsewhere narrows to the space that the command's surroundings name", async () => {
  expect((await signalbox(["login"], away())).code).toBe(0);
  expect(numbers((await signalbox(["ready"], away())).out)).toEqual(ofSpace);
  expect((await signalbox(["brief", "1"], away())).out).toContain("this task is not part of it");
  const wrong = await signalbox(["claim", "--next"], { ...away(), SIGNALBOX_SPACE: "1" });
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("which is a task, and not a space") });
  const claimed = await signalbox(["claim", "--next", "--json"], away());
  expect(JSON.parse(claimed.out)).toMatchObject({ isHeld: true, issue: "acme/demo#3" });
});

test("S4.16 by HTTP `space` narrows, and the surroundings are part of the entity tag", async () => {
  const { out } = await signalbox(["tokens", "add", "--agent", "ada", "--home", bus.home], {});
  const headers = { authorization: `Bearer ${out.trim()}` };
  const ready = async (query: string, more: Readonly<Record<string, string>> = {}) =>
    ask(bus.server().url, `/api/v1/ready${query}`, { headers: { ...headers, ...more } });
  const listed = ({ text }: SiteResponse): readonly number[] =>
    JSON.parse(text).tasks.map(({ number }: { number: number }) => number);
  expect(listed(await ready("?space=2"))).toEqual([3]);
  const all = await ready("");
  expect(listed(all)).toEqual([1, 3]);
  const { etag = "" } = all.headers;
  const again = { "if-none-match": etag };
  const context = encodeURIComponent(JSON.stringify({ space: "2" }));
  const narrowed = await ready("", { ...again, "signalbox-context": context });
  expect(narrowed.status).toBe(200);
  expect(listed(narrowed)).toEqual([3]);
});
