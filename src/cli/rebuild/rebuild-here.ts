/**
 * Carries out a rebuild: in the running server if there is one, because only it may write the index then,
 * otherwise in this process.
 */
import { UserError } from "../../base/errors.ts";
import type { Rebuilt } from "../../dispatcher/schedule/rebuild.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import { readEnvironment, type ServerSettings } from "../../server/composition/environment.ts";
import { rebuildOnce } from "../../server/composition/rebuild-once.ts";
import { controlPaths } from "../../server/http/control-paths.ts";
import { rebuiltShape } from "../../server/requests/rebuilt-shape.ts";
import { askLocalServer } from "../local-index/ask-server.ts";
import { requireIndexAt } from "../local-index/index-here.ts";
import { appLog } from "../start/app-log.ts";
import { busOptions, runtimeWith } from "../start/local-app.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** A large repository takes a while: each request reads fifty issues. */
const timeoutMs = 30 * 60_000;

export async function rebuildHere(
  terminal: Terminal,
  options: { readonly home?: string; readonly json?: boolean },
): Promise<void> {
  const settings = readEnvironment({
    ...terminal.env,
    SIGNALBOX_HOME: options.home ?? terminal.env.SIGNALBOX_HOME,
  });
  const rebuilt = (await rebuildThere(settings.home)) ?? (await rebuildAlone(terminal, settings));
  terminal.out(options.json === true ? `${JSON.stringify(rebuilt, undefined, 2)}\n` : textOf(rebuilt));
}

/** Undefined if no server runs. */
async function rebuildThere(home: string): Promise<Rebuilt | undefined> {
  const asked = await askLocalServer(home, controlPaths.rebuild, { timeoutMs });
  if (asked.type === "absent") return undefined;
  const { response, url } = asked;
  if (response.status === 200) return rebuiltShape.parse(await response.json());
  throw new UserError(
    `The running server could not rebuild its index (${response.status}). See its log; try again when ${url}/health returns 200.`,
  );
}

async function rebuildAlone(terminal: Terminal, settings: ServerSettings): Promise<Rebuilt> {
  requireIndexAt(settings);
  const logger = appLog(terminal, settings);
  if (settings.github !== undefined)
    return rebuildOnce(busOptions(settings, undefined, undefined), runtimeWith(logger));
  const { openLocalHub } = await import("../start/local-hub.ts");
  const local = await openLocalHub(settings.home, settings.hubPort, logger);
  try {
    return await rebuildOnce(busOptions(settings, local.hub, undefined), runtimeWith(logger));
  } finally {
    await local.close();
  }
}

function textOf({ repositories, issues, differences }: Rebuilt): string {
  const read = `Read ${count(issues, "issue")} of ${count(repositories, "repository", "repositories")} from GitHub.`;
  if (differences.length === 0) return `${read} The index was identical.\n`;
  const lines = differences.map(({ ref, what }) => `  ${oneLine(ref)}  ${what}`);
  return `${read} The index differed in ${count(differences.length, "issue")} and has been repaired:\n${lines.join("\n")}\n`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
