/** The command that hooks run: what it sends, what it says, and that it never fails one. */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { signalbox } from "../terminal.ts";

const session = "01JDB3Z5M7Q8R9S0T1V2W3X4Y5";
const homes: string[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

interface Desk {
  readonly home: string;
  readonly bodies: readonly unknown[];
}

/** A data folder, and something that replies at the address that its contact file gives. */
async function desk(reply: string, status = 200): Promise<Desk> {
  const home = mkdtempSync(join(tmpdir(), "signalbox-beat-"));
  homes.push(home);
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part) => {
      text += part;
    });
    request.on("end", () => {
      bodies.push(JSON.parse(text));
      response.writeHead(status).end(reply);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(home, "server.json"), JSON.stringify({ url: `http://127.0.0.1:${port}`, token: "t" }));
  return { home, bodies };
}

const heard = JSON.stringify({ type: "heard" });
const why = "your lease ended at 2026-11-22 13:10 UTC; bob holds it";

describe("signalbox beat", () => {
  test("sends what the environment and its flags say, and prints nothing", async () => {
    const { home, bodies } = await desk(heard);
    const env = {
      SIGNALBOX_HOME: home,
      SIGNALBOX_AGENT: "ada",
      SIGNALBOX_SESSION: session,
      SIGNALBOX_REPO: "acme/demo",
      SIGNALBOX_ISSUE: "12",
      SIGNALBOX_LEASE: "1763728800123",
    };
    expect(await signalbox(["beat", "--doing", " running\nthe  tests "], env)).toEqual({
      code: 0,
      out: "",
      err: "",
    });
    expect(bodies).toEqual([
      {
        agent: "ada",
        session,
        repo: "acme/demo",
        issue: 12,
        lease: 1_763_728_800_123,
        doing: "running the tests",
      },
    ]);
  });

  test("AG19 under a lease that has ended says who holds the task, with exit code 2", async () => {
    const { home } = await desk(JSON.stringify({ type: "ended", why }));
    const env = { SIGNALBOX_HOME: home, SIGNALBOX_REPO: "acme/demo", SIGNALBOX_ISSUE: "#12" };
    expect(await signalbox(["beat", "--agent", "ada", "--lease", "7"], env)).toEqual({
      code: 2,
      out: "",
      err: `acme/demo#12: ${why}.\n`,
    });
  });

  test.each<readonly [string, string, number]>([
    ["with an error", "{}", 503],
    ["with another program's page", "<html>", 200],
    ["with nothing that it knows", JSON.stringify({ type: "unavailable", why: "it is stopping" }), 200],
  ])("succeeds in silence where the server replies %s", async (_, reply, status) => {
    const { home } = await desk(reply, status);
    expect(await signalbox(["beat", "--agent", "ada", "--home", home])).toEqual({
      code: 0,
      out: "",
      err: "",
    });
  });

  test("succeeds in silence where no server runs, and where one left its contact file", async () => {
    const home = mkdtempSync(join(tmpdir(), "signalbox-beat-"));
    homes.push(home);
    expect(await signalbox(["beat", "--agent", "ada", "--home", home])).toEqual({
      code: 0,
      out: "",
      err: "",
    });
    writeFileSync(join(home, "server.json"), JSON.stringify({ url: "http://127.0.0.1:1", token: "t" }));
    expect(await signalbox(["beat", "--agent", "ada", "--home", home])).toEqual({
      code: 0,
      out: "",
      err: "",
    });
    writeFileSync(join(home, "server.json"), "{");
    expect(await signalbox(["beat", "--agent", "ada", "--home", home])).toEqual({
      code: 0,
      out: "",
      err: "",
    });
  });

  test("AG84 names the mistake and succeeds where nobody is named, or a name that nobody has", async () => {
    const { home, bodies } = await desk(
      JSON.stringify({ type: "refused", why: "the settings\u001b[31m name no agent zoe" }),
    );
    expect(await signalbox(["beat", "--home", home])).toMatchObject({
      code: 0,
      err: expect.stringContaining("no agent is named"),
    });
    expect(bodies).toEqual([]);
    expect(await signalbox(["beat", "--agent", "zoe", "--home", home])).toEqual({
      code: 0,
      out: "",
      err: "No sign of life was given: the settings [31m name no agent zoe.\n",
    });
  });

  test("as a program of its own loads neither the other commands nor what they need", async () => {
    const { home, bodies } = await desk(heard);
    const program = new URL("../../../src/cli/signalbox.mjs", import.meta.url).pathname;
    const child = spawn(process.execPath, [program, "beat", "--agent", "ada", "--home", home], {
      env: { ...process.env, NODE_DEBUG: "esm" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => chunks.push(String(part)));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect([code, bodies]).toEqual([0, [{ agent: "ada" }]]);
    expect(chunks.join("")).toContain("beat/quick.ts");
    expect(chunks.join("")).not.toMatch(/node_modules|cli\/main\.ts/);
  });
});

describe("other commands of an agent", () => {
  test("are signs of life, and work without a server", async () => {
    const { home, bodies } = await desk(heard);
    const env = { SIGNALBOX_HOME: home, SIGNALBOX_AGENT: "ada", SIGNALBOX_SESSION: session };
    await signalbox(["ready"], env);
    expect(bodies).toEqual([{ agent: "ada", session }]);
    await signalbox(["hub", "--help"], env);
    expect(bodies).toHaveLength(1);
  });
});

describe("signalbox join and leave", () => {
  test("begin a session with what the shell has to export, and end it", async () => {
    const { home, bodies } = await desk(heard);
    const { code, out } = await signalbox(["join", "--agent", "ada", "--home", home]);
    const [, made] =
      /^export SIGNALBOX_AGENT=ada\nexport SIGNALBOX_SESSION=([0-9A-Z]{26})\n$/.exec(out) ?? [];
    expect([code, bodies]).toEqual([0, [{ agent: "ada", session: made }]]);
    const left = await desk(JSON.stringify({ type: "left" }));
    const env = { SIGNALBOX_HOME: left.home, SIGNALBOX_AGENT: "ada", SIGNALBOX_SESSION: made };
    expect(await signalbox(["leave", "--json"], env)).toMatchObject({
      code: 0,
      out: `${JSON.stringify({ agent: "ada", hasLeft: true }, undefined, 2)}\n`,
    });
    expect(left.bodies).toEqual([{ agent: "ada", session: made, isLeaving: true }]);
  });

  test("print nothing to run where the name could not be one, or no server answers", async () => {
    const { home } = await desk(heard);
    expect(await signalbox(["join", "--agent", "$(id)", "--home", home])).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("Say which agent it is"),
    });
    const nobody = await desk(heard, 500);
    expect(await signalbox(["join", "--agent", "ada", "--home", nobody.home])).toMatchObject({
      code: 1,
      out: "",
      err: "No server answers with this data folder.\n",
    });
  });
});
