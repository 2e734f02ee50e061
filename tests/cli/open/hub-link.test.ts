/** `signalbox open --hub`, and the browser that `gh … --web` starts for the hub. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLogger } from "../../../src/base/logger.ts";
import { type LocalHub, openLocalHub } from "../../../src/cli/start/local-hub.ts";
import { versions } from "../../gh/stage.ts";
import { enterAs, visitorOf } from "../../support/visitor.ts";
import { signalbox } from "../terminal.ts";

const run = promisify(execFile);
const home = mkdtempSync(join(tmpdir(), "signalbox-hub-link-"));
let local: LocalHub;
beforeAll(async () => {
  local = await openLocalHub(home, 0, silentLogger);
});
afterAll(async () => {
  await local.close();
  rmSync(home, { recursive: true, force: true });
});

const open = (...words: readonly string[]) => signalbox(["open", ...words, "--home", home], {});

test("it prints an address at which anyone can be chosen", async () => {
  const { code, out } = await open("--hub", "/acme/demo/labels");
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/_hub\/enter\/[\w-]{43}\n$/),
  ]);
  const bob = await enterAs(out.trim(), "bob");
  expect((await bob.get("/acme/demo/labels")).html).toContain("Signed in as <strong>bob</strong>");
});

test.each([
  (url: string) => `${url}/acme/demo/labels`,
  () => "http://github.localhost/acme/demo/labels",
  () => "https://github.localhost/acme/demo/labels",
])("with --as it lets in that person alone, and takes an address as gh prints it (%#)", async (addressOf) => {
  const { out } = await open("--as", "alice", addressOf(local.hub.url));
  const visitor = visitorOf(local.hub.url);
  const { pathname } = new URL(out.trim());
  expect((await visitor.get(pathname)).html).not.toContain("Continue as maria");
  const { path, html } = await visitor.post(pathname, { login: "alice" });
  expect([path, html.includes("Signed in as <strong>alice</strong>")]).toEqual(["/acme/demo/labels", true]);
});

test("an address elsewhere and an unknown person are refused", async () => {
  expect(await open("--hub", "https://evil.test/x")).toMatchObject({
    code: 1,
    err: expect.stringContaining("does not open"),
  });
  expect(await open("--as", "nobody")).toMatchObject({ code: 1, err: expect.stringContaining("maria") });
});

test("without a hub it says how to start one", async () => {
  const { code, err } = await signalbox(["open", "--hub", "--home", "/nonexistent/signalbox"], {});
  expect([code, err]).toEqual([1, expect.stringContaining("npm start")]);
});

describe.each(versions)("gh $version", (binary) => {
  test.skipIf(binary.isMissing)(
    "issue view --web opens the hub's page, as the person of the token",
    async () => {
      const token = local.session.tokens.alice ?? "";
      const made = await fetch(`${local.hub.url}/api/v3/repos/acme/demo/issues`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ title: "Look at me" }),
      });
      expect(made.status).toBe(201);
      const out = await viewOnTheWeb("1");
      const alice = await enterAs(/http:\/\/127\.0\.0\.1\S+/.exec(out)?.[0] ?? "", "alice");
      expect((await alice.get("/acme/demo/issues/1")).html).toContain("Look at me");
    },
  );
});

/** Where there is no screen, the browser of gh prints the address. */
async function viewOnTheWeb(number: string): Promise<string> {
  const main = join(import.meta.dirname, "../../../src/cli/signalbox.mjs");
  const words = ["gh", "--as", "alice", "--home", home, "issue", "view", number, "--web"];
  const { stdout } = await run(process.execPath, [main, ...words], {
    env: { PATH: process.env.PATH, GH_REPO: "github.localhost/acme/demo" },
  });
  return stdout;
}
