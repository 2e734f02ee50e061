/** A hub and an App in this process, on which the demo's stories are played. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../src/base/clock.ts";
import { silentLogger } from "../../src/base/logger.ts";
import type { DemoContext } from "../../src/cli/demo/demo-context.ts";
import { demoGitHub } from "../../src/cli/demo/demo-github.ts";
import { createTimeline } from "../../src/cli/demo/timeline.ts";
import { startApp } from "../../src/cli/start/local-app.ts";
import { openLocalHub } from "../../src/cli/start/local-hub.ts";

export interface StoryStage {
  readonly context: DemoContext;
  readonly entryLink: (path: string) => string;
  /** Resolves once the index has not changed for a while. */
  readonly settled: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export async function startStage(): Promise<StoryStage> {
  const home = mkdtempSync(join(tmpdir(), "signalbox-pictures-"));
  const { hub, session, close } = await openLocalHub(home, 0, silentLogger);
  const settings = { github: undefined, answerer: undefined, home, host: "127.0.0.1", port: 0 };
  const server = await startApp(settings, hub, undefined, silentLogger);
  await server.whenReady;
  const pause = async (): Promise<void> => {};
  return {
    context: {
      board: server.board,
      refresh: server.refreshIssue,
      owner: "acme",
      repo: "demo",
      home,
      pause,
      github: await demoGitHub(session, home, pause),
      timeline: createTimeline((text) => void process.stderr.write(text), systemClock),
    },
    entryLink: (path) => server.entryLink(path),
    settled: async () => {
      for (let known = -1, version = await server.board.version(); known !== version; ) {
        await systemClock.sleep(2_000);
        [known, version] = [version, await server.board.version()];
      }
    },
    stop: async () => {
      await server.close();
      await close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
