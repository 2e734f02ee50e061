/**
 * Carries out `coordinate`: in the running server if there is one, because only it may write the index then,
 * otherwise in this process.
 */
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import { parseRepository } from "../../operations/issue.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import {
  type ConsideredQuestion,
  type CoordinatedRepository,
  type CoordinateWish,
  coordinateAlone,
} from "../../server/composition/coordinate-once.ts";
import { readEnvironment, type ServerSettings } from "../../server/composition/environment.ts";
import { controlPaths } from "../../server/http/control-paths.ts";
import { askLocalServer } from "../local-index/ask-server.ts";
import { requireIndexAt } from "../local-index/index-here.ts";
import { appLog } from "../start/app-log.ts";
import { busOptions, runtimeWith } from "../start/local-app.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface CoordinateFlags {
  readonly repo?: string;
  readonly dryRun?: boolean;
  readonly status?: boolean;
  readonly record?: string;
  readonly replay?: string;
  readonly home?: string;
  readonly json?: boolean;
}

/** A model may take a minute for each question. */
const timeoutMs = 30 * 60_000;

export async function coordinateHere(terminal: Terminal, flags: CoordinateFlags): Promise<void> {
  const settings = readEnvironment({
    ...terminal.env,
    SIGNALBOX_HOME: flags.home ?? terminal.env.SIGNALBOX_HOME,
    SIGNALBOX_ANSWERER_RECORD: flags.record ?? terminal.env.SIGNALBOX_ANSWERER_RECORD,
    SIGNALBOX_ANSWERER_REPLAY: flags.replay ?? terminal.env.SIGNALBOX_ANSWERER_REPLAY,
  });
  const wish = wishOf(flags);
  const isRecorded = (flags.record ?? flags.replay) !== undefined;
  const there = await coordinateThere(settings.home, isRecorded ? { what: "status" } : wish);
  if (there !== undefined && isRecorded)
    throw new UserError(
      "A server is running on this data folder and uses its own answerer. Stop it first, or set SIGNALBOX_ANSWERER_RECORD or SIGNALBOX_ANSWERER_REPLAY for it.",
    );
  const all = there ?? (await alone(terminal, settings, wish));
  if (all.length === 0)
    throw new UserError(
      wish.repository === undefined
        ? "signalbox serves no repository yet."
        : `signalbox does not serve ${wish.repository}.`,
    );
  terminal.out(
    flags.json === true
      ? `${JSON.stringify(all, undefined, 2)}\n`
      : all.map((each) => textOf(each, wish)).join("\n"),
  );
}

function wishOf({ repo, dryRun, status }: CoordinateFlags): CoordinateWish {
  const repository = repo === undefined ? undefined : parseRepository(repo);
  if (repo !== undefined && repository === undefined)
    throw new UserError(`--repo must be owner/name, for example acme/demo, found ${repo}.`);
  if (dryRun === true && status === true)
    throw new UserError("--dry-run and --status are mutually exclusive: use only one.");
  const what = status === true ? "status" : dryRun === true ? "plan" : "run";
  return repository === undefined ? { what } : { repository: `${repository.owner}/${repository.repo}`, what };
}

/** The server's reply is our own data, so only its outline is validated. */
const answerShape = z.object({
  repositories: z.array(z.custom<CoordinatedRepository>((value) => typeof value === "object")),
});

/** Undefined if no server runs. */
async function coordinateThere(
  home: string,
  wish: CoordinateWish,
): Promise<readonly CoordinatedRepository[] | undefined> {
  const asked = await askLocalServer(home, controlPaths.coordinate, { timeoutMs, body: wish });
  if (asked.type === "absent") return undefined;
  const { response, url } = asked;
  if (response.status === 200) return answerShape.parse(await response.json()).repositories;
  throw new UserError(
    `The running server could not consider the questions (${response.status}). See its log; try again when ${url}/health returns 200.`,
  );
}

async function alone(
  terminal: Terminal,
  settings: ServerSettings,
  wish: CoordinateWish,
): Promise<readonly CoordinatedRepository[]> {
  const logger = appLog(terminal, { logLevel: "warn" });
  if (settings.github !== undefined)
    return coordinateAlone(busOptions(settings, undefined, undefined), runtimeWith(logger), wish);
  requireIndexAt(settings);
  const { openLocalHub } = await import("../start/local-hub.ts");
  const local = await openLocalHub(settings.home, settings.hubPort, logger);
  try {
    return await coordinateAlone(busOptions(settings, local.hub, undefined), runtimeWith(logger), wish);
  } finally {
    await local.close();
  }
}

function textOf(all: CoordinatedRepository, { what }: CoordinateWish): string {
  const { repository, mode, isSuggesting, accepted, rejected, lowerBound, questions } = all;
  const how =
    mode === "off" ? "it is off" : isSuggesting ? "answers need /approve" : "answers need no approval";
  const record = `${accepted} approved, ${rejected} rejected; proven at 0.90, now ${lowerBound.toFixed(2)}`;
  const none = what === "status" || questions.length > 0 ? [] : ["  No questions are waiting for an answer."];
  return [`${repository}: ${mode}, ${how} (${record})`, ...questions.flatMap(linesOf), ...none, ""].join(
    "\n",
  );
}

function linesOf({ number, title, proposed, gates, isSuggestion }: ConsideredQuestion): readonly string[] {
  const stopped = gates.filter(({ passes }) => !passes);
  const why = stopped.map(({ gate, reasons }) => `      ${gate}: ${oneLine(reasons.join(" "), 300)}`);
  const outcome = {
    answer: isSuggestion ? "suggest" : "answer",
    escalate: "escalate",
    rest: "wait",
  }[proposed.type];
  return [`  #${number} ${oneLine(title, 100)}: ${outcome}. ${said(proposed)}`, ...why];
}

function said(proposed: ConsideredQuestion["proposed"]): string {
  if (proposed.type === "answer") return oneLine(proposed.decision, 200);
  if (proposed.type === "rest") return oneLine(proposed.because, 200);
  return `${proposed.options.length} options.`;
}
