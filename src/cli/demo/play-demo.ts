/** Plays a story where a server runs already, or prepares a hub, an App and a folder for it and removes them again. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../base/clock.ts";
import { appLog } from "../start/app-log.ts";
import { startApp } from "../start/local-app.ts";
import { openLocalHub } from "../start/local-hub.ts";
import { stopSignal } from "../start/stop-signal.ts";
import { exitCodes, type Terminal } from "../terminal/terminal.ts";
import type { DemoContext } from "./demo-context.ts";
import { demoGitHub } from "./demo-github.ts";
import { findLiveStage } from "./live-stage.ts";
import { playQuestion } from "./question-story.ts";
import type { Stage } from "./stage.ts";
import type { StoryName } from "./stories.ts";
import { playTeam } from "./team-story.ts";
import { createTimeline } from "./timeline.ts";

const stories: Readonly<Record<StoryName, (context: DemoContext) => Promise<void>>> = {
  question: playQuestion,
  team: playTeam,
};
const anyFreePort = 0;

interface Performance {
  readonly story: StoryName;
  /** How long each step waits. */
  readonly paceMs: number;
  /** A data folder whose server plays it, if one runs there; undefined for a stage of its own. */
  readonly home: string | undefined;
}

export async function playDemo(terminal: Terminal, wanted: Performance): Promise<void> {
  const stopped = stopSignal().then(() => "stopped" as const);
  const live = wanted.home === undefined ? undefined : await findLiveStage(terminal, wanted.home);
  if (live === undefined) return playAlone(terminal, wanted, stopped);
  try {
    terminal.out(`On the board of the running server: ${live.boardAddress}\nThe address works once.\n`);
    const end = await Promise.race([stopped, play(live, wanted, terminal)]);
    const next = wanted.story === "team" ? " Sign in there as maria to decide what waits for people." : "";
    const ending = end === "stopped" ? "Interrupted" : "The end";
    terminal.out(`\n${ending}. The board keeps what was played.${next}\n`);
    if (end === "stopped") terminal.exitWith(exitCodes.interrupted);
  } finally {
    await live.close();
  }
}

async function playAlone(
  terminal: Terminal,
  wanted: Performance,
  stopped: Promise<"stopped">,
): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), "signalbox-demo-"));
  const logger = appLog(terminal, { logLevel: "warn" });
  try {
    const { hub, session, close } = await openLocalHub(home, anyFreePort, logger);
    try {
      const settings = { github: undefined, answerer: undefined, home, host: "127.0.0.1", port: anyFreePort };
      const server = await startApp(settings, hub, undefined, logger);
      try {
        await server.whenReady;
        const { board, refreshIssue: refresh } = server;
        const stage = { board, refresh, home, hub: session, boardAddress: server.entryLink("/board") };
        terminal.out(`Its board, while it plays: ${stage.boardAddress}\nThe address works once.\n`);
        const end = await Promise.race([stopped, play(stage, wanted, terminal)]);
        // Only a person looks at the board afterwards.
        const isLeft = end === "ended" && terminal.isTty;
        if (isLeft) {
          terminal.out("\nThe end. The board stays until you press Ctrl-C.\n");
          await stopped;
        }
        const how = end === "stopped" ? "Interrupted" : isLeft ? "Stopped" : "The end";
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

async function play(stage: Stage, { story, paceMs }: Performance, terminal: Terminal): Promise<"ended"> {
  const { board, refresh, home, hub } = stage;
  const [owner = "", repo = ""] = hub.repository.split("/");
  const timeline = createTimeline(terminal.out, systemClock);
  const pause = (): Promise<void> => (paceMs > 0 ? systemClock.sleep(paceMs) : Promise.resolve());
  const github = await demoGitHub(hub, home, pause);
  await stories[story]({ board, refresh, owner, repo, home, github, timeline, pause });
  return "ended";
}
