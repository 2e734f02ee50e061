/** Runs the hub until it is stopped, and prints how to reach it. */
import type { Release } from "../../hub/release.ts";
import type { UnknownBehaviour } from "../../hub/unknown-behaviour.ts";
import type { ServerSettings } from "../../server/composition/environment.ts";
import { dataFolder } from "../local-index/home.ts";
import { appLog } from "../start/app-log.ts";
import { appFileIn, logins, openLocalHub } from "../start/local-hub.ts";
import { stopSignal } from "../start/stop-signal.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface HubChoices {
  readonly webhook: string | undefined;
  readonly release: Release;
  readonly unknown: UnknownBehaviour | undefined;
}

export async function serveHub(
  terminal: Terminal,
  settings: ServerSettings,
  { webhook, ...imitated }: HubChoices,
): Promise<void> {
  const stopped = stopSignal();
  const { hub, session, close } = await openLocalHub(
    settings.home,
    settings.hubPort,
    appLog(terminal, settings),
    imitated,
  );
  if (webhook !== undefined) hub.setWebhookUrl(webhook);
  const at = settings.home === dataFolder({ env: {} }, undefined) ? "" : ` --home ${settings.home}`;
  terminal.out(`The hub is running at ${session.url}/api/v3 (REST and GraphQL).
Pages: ${hub.entryLink(`/${session.repository}/issues`)}
The address works once; \`signalbox open --hub${at}\` makes another.
Repository ${session.repository}, App ${hub.app.slug}, users ${logins.join(", ")}.

Try:
  signalbox gh --as alice${at} issue list
  signalbox start --settings ${appFileIn(settings.home)} --poll 1s

Press Ctrl-C to stop; its state is kept in ${settings.home}.
`);
  await stopped;
  await close();
}
