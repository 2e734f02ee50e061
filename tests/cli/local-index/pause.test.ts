/** What `pause` prints where other processes have to make it effective. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeContact } from "../../../src/server/maintenance/data-folder.ts";
import { signalbox } from "../terminal.ts";

const none = { repositories: {} };
const everything = { everything: { since: 1 }, repositories: {} };

async function homeOfServer(answered: object): Promise<string> {
  const answer = { was: none, now: everything, ...answered };
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer)),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const home = mkdtempSync(join(tmpdir(), "signalbox-pause-"));
  onTestFinished(() => {
    server.close();
    rmSync(home, { recursive: true });
  });
  const { port } = server.address() as AddressInfo;
  writeContact(home, { url: `http://127.0.0.1:${port}`, token: "t" });
  return home;
}

test("a pause that is stored and not yet confirmed says so, and why", async () => {
  const why = "It is stored. Not confirmed yet: installation 7.";
  const home = await homeOfServer({ done: false, why });
  const printed = await signalbox(["pause", "--home", home]);
  expect(printed).toMatchObject({ code: 0, out: expect.stringContaining(`\n${why}\n`) });
  const { out } = await signalbox(["pause", "--home", home, "--json"]);
  expect(JSON.parse(out)).toMatchObject({ isRunning: true, why });
});

test("a pause that is effective says nothing more", async () => {
  const home = await homeOfServer({ done: true });
  const { out } = await signalbox(["pause", "--home", home]);
  expect(out).toBe("Paused everything: nothing is written to GitHub until `signalbox resume`.\n");
});

test("what was paused is what the server says, as a web process has its pauses in the database", async () => {
  const demo = { since: 1, name: "acme/demo" };
  const home = await homeOfServer({
    done: true,
    was: { ...everything, repositories: { R_1: demo } },
    now: { repositories: { R_1: demo } },
  });
  const resumed = await signalbox(["resume", "--home", home]);
  expect(resumed.out).toBe("Resumed everything.\nStill paused: acme/demo.\n");
  const { out } = await signalbox(["resume", "--home", home, "--json"]);
  expect(JSON.parse(out)).toMatchObject({
    isRunning: true,
    repositories: [{ id: "R_1", name: "acme/demo" }],
  });
});
