/**
 * Runs the App until it is stopped: for GitHub if an App is configured, otherwise for a hub in the same
 * process.
 */
import { UserError } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import {
  type Environment,
  readEnvironment,
  type ServerSettings,
} from "../../server/composition/environment.ts";
import { openPatiently } from "../../server/composition/opening.ts";
import { folderExplained } from "../../server/maintenance/folder-explained.ts";
import type { RunningServer } from "../../server/serving/running-server.ts";
import { installed } from "../shell-commands.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { appLog } from "./app-log.ts";
import { closeInTime } from "./close-in-time.ts";
import { runtimeWith, startApp } from "./local-app.ts";
import type { LocalHub } from "./local-hub.ts";
import { stopSignal } from "./stop-signal.ts";

export async function serve(
  terminal: Terminal,
  environment: Environment,
  pollMs: number | undefined,
): Promise<void> {
  const stopped = stopSignal();
  const settings = readEnvironment(environment);
  const logger = appLog(terminal, settings);
  const local = settings.github === undefined ? await openHub(settings, logger) : undefined;
  try {
    const stopping = new AbortController();
    void stopped.then(() => stopping.abort());
    const opened = await openPatiently(settings, runtimeWith(logger), stopping.signal);
    if (opened === undefined) return;
    const server = await startApp(settings, local?.hub, pollMs, logger, opened);
    try {
      const isReady = await Promise.race([stopped.then(() => false), server.whenReady.then(() => true)]);
      if (isReady) terminal.out(announcement(settings, server, local, pollMs));
      await stopped;
      terminal.out("\nStopping: finishing work in progress; the rest is kept on disk.\n");
    } finally {
      await closeInTime(server.close, logger);
    }
  } catch (thrown) {
    throw folderExplained(thrown, settings.home);
  } finally {
    await local?.close();
  }
}

/** An App for GitHub runs without the hub and does not load its code. */
async function openHub({ home, port, hubPort }: ServerSettings, logger: Logger): Promise<LocalHub> {
  if (port !== 0 && port === hubPort)
    throw new UserError(`PORT and HUB_PORT are both ${port}. The App and the hub need different ports.`);
  const { openLocalHub } = await import("./local-hub.ts");
  try {
    return await openLocalHub(home, hubPort, logger);
  } catch (thrown) {
    throw folderExplained(thrown, home);
  }
}

function announcement(
  { home, databaseUrl }: Pick<ServerSettings, "home" | "databaseUrl">,
  { url, entryLink }: RunningServer,
  local: LocalHub | undefined,
  pollMs: number | undefined,
): string {
  const how = pollMs === undefined ? "GitHub sends deliveries there" : `polls every ${pollMs / 1000} s`;
  if (local === undefined)
    return `signalbox is up at ${url}/ (${how}; ${url}/health shows its state). Press Ctrl-C to stop.\n`;
  const { hub, session, nextNumber: task } = local;
  const question = task + 1;
  return `signalbox is running, on this machine only. Data in ${home}${databaseUrl === undefined ? "" : ", the index in PostgreSQL"}. Press Ctrl-C to stop.

  Pages    ${entryLink("/")}
           works once; \`signalbox open\` makes another
  App      ${url}/health   its state
  GitHub   ${hub.entryLink(`/${session.repository}/issues`)}
           the hub's issues, as any of its people; works once; \`signalbox open --hub\` makes another
           ${session.url}/api/v3   its API, with the repository ${session.repository}
  People   maria (admin), alice and bob (write), mallory (no role)

Watch a team at work:   npm run demo
Or be alice, in another terminal (bash or zsh):

  eval "$(${installed} env --as alice)"
  gh issue create --title "Sign in" --label kind:task --body $'### Goal\\n\\nPeople can sign in.'
  gh issue create --title "Q: Which token?" --label kind:question --body $'### Blocking task\\n\\n#${task}\\n\\n### Category\\n\\nimplementation\\n\\n### Urgency\\n\\nblocking\\n\\n### Context\\n\\nBoth kinds would do.'
  gh issue view ${task}
  signalbox wait ${task} &
  signalbox gh --as maria issue comment ${question} --body "/answer Opaque tokens."
  signalbox explain ${task}
`;
}
