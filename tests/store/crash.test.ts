/** What a process leaves behind when it is killed without warning. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openFollowedBoard } from "../../src/store/sqlite/board/followed-board.ts";
import { newHome, openTestStore } from "./homes.ts";

const writer = fileURLToPath(new URL("writer.ts", import.meta.url));

/** Runs a writer until `enough` of its admissions have resolved, then kills it. Resolves to their GUIDs. */
async function killedAfter(home: string, enough: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [writer, home], { stdio: ["ignore", "pipe", "inherit"] });
  const resolved: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    resolved.push(line);
    if (resolved.length === enough) child.kill("SIGKILL");
  }
  if (child.signalCode === null && child.exitCode === null) await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
  return resolved;
}

test("every resolved admission survives kill -9, and the store opens again at once", async () => {
  const home = newHome();
  const resolved = [...(await killedAfter(home, 100)), ...(await killedAfter(home, 1_000))];
  const { inbox } = openTestStore(home);
  expect(resolved.length).toBeGreaterThanOrEqual(1_100);
  expect(await inbox.missing(resolved)).toEqual([]);
  expect((await inbox.counts()).pending).toBeGreaterThanOrEqual(resolved.length);
});

test("the board can be read without a server after the server was killed with kill -9", async () => {
  const home = newHome();
  await killedAfter(home, 10);
  const { board, close } = openFollowedBoard(home);
  expect(await board.repositories()).toEqual([{ id: "R_demo", owner: "acme", repo: "demo" }]);
  close();
});
