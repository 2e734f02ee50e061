/** A container's first process gets no signal that it does not handle: it has to end nevertheless when told to. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const main = join(import.meta.dirname, "../../src/cli/signalbox.mjs");
const asFirst = ["--pid", "--fork", "--kill-child"];
const maySeparate = spawnSync("unshare", [...asFirst, "true"]).status === 0;

/** The process that `unshare` started, by its ID outside. */
const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());

/** PostgreSQL as one that takes connections and never answers. */
async function silentDatabase(): Promise<{ readonly url: string; readonly asked: Promise<unknown> }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.on("error", () => {})));
  const asked = once(server, "connection");
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    for (const each of sockets) each.destroy();
    server.close();
  });
  return { url: `postgres://a:b@127.0.0.1:${(server.address() as AddressInfo).port}/a`, asked };
}

function startAsFirst(words: readonly string[], databaseUrl: string): ChildProcess {
  const child = spawn("unshare", [...asFirst, process.execPath, main, ...words], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: "ignore",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

test.runIf(maySeparate).each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)("ends at %s, although nothing else handles it", async (signal, status) => {
  const { url, asked } = await silentDatabase();
  const child = startAsFirst(["migrate"], url);
  await asked;
  process.kill(childOf(child.pid ?? expect.fail("not started")), signal);
  expect(await once(child, "exit")).toEqual([status, null]);
});
