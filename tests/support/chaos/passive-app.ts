/** Another App on the repository, which does not lead: it reads, and gives no task away. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLogger } from "../../../src/base/logger.ts";
import type { GitHubSettings } from "../../../src/server/composition/environment.ts";
import { startServer } from "../../../src/server/main.ts";
import { readContact } from "../../../src/server/maintenance/data-folder.ts";
import { readLedger } from "../ledger.ts";
import { secondApp } from "../second-app.ts";
import type { World } from "./world.ts";

export interface PassiveApp {
  /** Runs it until it has read everything, and asks it for a task. Returns what it did that only a leader may. */
  readonly visit: (world: World) => Promise<readonly string[]>;
  readonly remove: () => void;
}

/** It is installed on its first visit. */
export function createPassiveApp(): PassiveApp {
  const home = mkdtempSync(join(tmpdir(), "signalbox-passive-"));
  let github: GitHubSettings | undefined;
  return {
    visit: async (world) => {
      const { bus } = world;
      github ??= await secondApp(bus, { issues: "write", metadata: "read", contents: "read" });
      const options = { github, home, pollMs: undefined, answerer: undefined, host: "127.0.0.1", port: 0 };
      const server = await startServer(
        { ...options, pacing: "off" },
        { clock: bus.clock, random: Math.random, logger: silentLogger, onStep: () => {} },
      );
      try {
        await server.whenReady;
        await server.idle();
        const { passive } = await server.health();
        const told = await askFor(world, home);
        const rows = readLedger(home).filter(({ kind }) => kind === "lease" || kind === "done");
        return [
          ...(passive === 1 ? [] : [`the second App leads ${1 - passive} repository`]),
          ...(told === "refused" ? [] : [`the passive App's answer to an order was: ${told}`]),
          ...rows.map(({ what }) => `the passive App did: ${what}`),
        ];
      } finally {
        await server.close();
      }
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

async function askFor({ newOrderId }: World, home: string): Promise<string> {
  const { url, token } = readContact(home) ?? {};
  const wish = { id: newOrderId(), owner: "acme", repo: "demo", agent: "own-1", text: "/claim as own-1" };
  const response = await fetch(`${url}/control/order`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(wish),
  });
  return String(((await response.json()) as { readonly type: string }).type);
}
