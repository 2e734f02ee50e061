/** A run as `signalbox run` begins one for its program: the task claimed, and a file with the run's own secret. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { controlPaths } from "../../src/server/http/control-paths.ts";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { signalbox } from "../cli/terminal.ts";
import type { TestBus } from "./bus.ts";
import { inHubsFolder } from "./gh.ts";

const claimShape = z.object({ token: z.number() });
const answerShape = z.object({ secret: z.string() });

const sessionOfRun = "01JDB3Z5M7Q8R9S00000000001";

/** The variables of a shell in which an agent works next to the server, as its owner. */
export function besideServer({ home }: Pick<TestBus, "home">, agent: string) {
  return { SIGNALBOX_HOME: home, SIGNALBOX_AGENT: agent, GH_REPO: "acme/demo" };
}

/**
 * @param folder where the file goes; the program has no data folder
 * @param issue number of a task in acme/demo that is ready
 */
export async function beginRun(bus: TestBus, folder: string, agent: string, issue: number) {
  const claimed = await signalbox(["claim", String(issue), "--json"], besideServer(bus, agent));
  const lease = claimShape.parse(JSON.parse(claimed.out)).token;
  const body = { owner: "acme", repo: "demo", agent, session: sessionOfRun, issue, lease };
  const response = await fetch(`${bus.server().url}${controlPaths.runs}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${readContact(bus.home)?.token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  const { secret } = answerShape.parse(await response.json());
  const file = join(folder, `${agent}.json`);
  writeFileSync(file, JSON.stringify({ url: bus.server().url, token: secret, hub: bus.hub.url }));
  const { SIGNALBOX_HOME: _, ...proxy } = inHubsFolder(bus);
  const variables = {
    ...proxy,
    GH_TOKEN: bus.hub.tokenOf(agent),
    SIGNALBOX_HOME: folder,
    SIGNALBOX_AGENT: agent,
    SIGNALBOX_SESSION: sessionOfRun,
    SIGNALBOX_REPO: "acme/demo",
    SIGNALBOX_RUN: file,
    PATH: process.env.PATH ?? "",
  };
  return { secret, variables };
}
