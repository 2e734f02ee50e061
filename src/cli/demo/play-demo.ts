/** Prepares a hub, an App and a folder for the demo, plays it, and removes everything again. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../base/clock.ts";
import type { RunningServer } from "../../server/main.ts";
import type { HubSession } from "../hub/hub-session.ts";
import { appLog } from "../start/app-log.ts";
import { startApp } from "../start/local-app.ts";
import { openLocalHub } from "../start/local-hub.ts";
import { stopSignal } from "../start/stop-signal.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";
import type { DemoContext } from "./demo-context.ts";
import { demoGitHub } from "./demo-github.ts";
import { playQuestion } from "./question-story.ts";
import { playTeam } from "./team-story.ts";
import { createTimeline } from "./timeline.ts";

export type StoryName = "question" | "team";

const stories: Readonly<Record<StoryName, (context: DemoContext) => Promise<void>>> = {
  question: playQuestion,
  team: playTeam,
};
const anyFreePort = 0;

export async function playDemo(terminal: Terminal, story: StoryName): Promise<void> {
  const stopped = stopSignal().then(() => "stopped" as const);
  const home = await mkdtemp(join(tmpdir(), "signalbox-demo-"));
  const logger = appLog(terminal, { logLevel: "warn" });
  try {
    const { hub, session, close } = await openLocalHub(home, anyFreePort, logger);
    try {
      const settings = { github: undefined, answerer: undefined, home, host: "127.0.0.1", port: anyFreePort };
      const server = await startApp(settings, hub, undefined, logger);
      try {
        const end = await Promise.race([stopped, playWith(stories[story], server, session, home, terminal)]);
        const how = end === "stopped" ? "Interrupted" : "The end";
        terminal.out(`\n${how}. Everything ran on this machine, and nothing is left behind.\n`);
        if (end === "stopped") terminal.exitWith(exitCodes.interrupted);
      } finally {
        await server.close();
      }
    } finally {
      await close();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function playWith(
  play: (context: DemoContext) => Promise<void>,
  server: RunningServer,
  session: HubSession,
  home: string,
  terminal: Terminal,
): Promise<"ended"> {
  await server.whenReady;
  const [owner = "", repo = ""] = session.repository.split("/");
  const timeline = createTimeline(terminal.out, systemClock);
  const github = await demoGitHub(session, home);
  await play({ board: server.board, refresh: server.look, owner, repo, home, github, timeline });
  return "ended";
}
