/**
 * `signalbox pause` and `resume`: while paused, the App keeps reading and writes nothing. Without a running
 * server the pause is written to the data folder or the database, and the next start applies it.
 */
import { statSync } from "node:fs";
import { Command } from "commander";
import { z } from "zod";
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { valueUnder } from "../../base/node-id.ts";
import type { OwnersPauses, PausedScope } from "../../dispatcher/schedule/pauses.ts";
import { parseRepository } from "../../operations/issue.ts";
import { controlPaths } from "../../server/http/control-paths.ts";
import { granted, type PauseWish, readPauses, writePauses } from "../../server/maintenance/pause-file.ts";
import { pausesFrom } from "../../server/maintenance/pauses-json.ts";
import { databaseUrlIn } from "../../store/postgres/database-url.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { askLocalServer } from "./ask-server.ts";
import { withBoard } from "./board.ts";
import { dataFolder } from "./home.ts";

interface Options {
  readonly repo?: string;
  readonly claims?: boolean;
  readonly reason?: string;
  readonly home?: string;
  readonly json?: boolean;
}

/** A resume first refreshes every issue. */
const timeoutMs = 30 * 60_000;

export function pauseCommand(terminal: Terminal): Command {
  return commandOf(terminal, "pause", "Stop the App from writing (it keeps reading) until `resume`")
    .option("--reason <text>", "the reason, shown by `doctor`")
    .addHelpText(
      "after",
      "\nExamples:\n  $ signalbox pause --reason 'moving the repository'\n  $ signalbox pause --repo acme/demo",
    );
}

export function resumeCommand(terminal: Terminal): Command {
  return commandOf(terminal, "resume", "End a pause: refresh everything, then write again").addHelpText(
    "after",
    "\nExamples:\n  $ signalbox resume\n  $ signalbox resume --repo acme/demo",
  );
}

const claimsText: Readonly<Record<PauseWish["type"], string>> = {
  pause: "only stop giving tasks to agents: none loses one either, and everything else goes on",
  resume: "only give tasks to agents again (default: end this pause too)",
};

function commandOf(terminal: Terminal, type: PauseWish["type"], description: string): Command {
  return new Command(type)
    .description(description)
    .option(
      "--repo <owner/name>",
      "only this repository (default: everything except repositories paused individually)",
    )
    .option("--claims", claimsText[type])
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .option("--json", "print JSON")
    .action(async (options: Options) => {
      const home = dataFolder(terminal, options.home);
      const url = databaseUrlIn(terminal.env);
      if (url === undefined) expectHome(home);
      const wish = await wishFrom(terminal, type, options);
      const done = (await tell(home, wish)) ?? (await store(home, url, wish));
      const { was, now, why, isRunning } = done;
      const wasPaused = isPaused(was, wish);
      const { everything, repositories, claims } = now;
      const listed = (scope: PausedScope) => [...scope.repositories].map(([id, pause]) => ({ id, ...pause }));
      const paused = listed({ everything, repositories });
      const claimsPaused = claims && { everything: claims.everything, repositories: listed(claims) };
      terminal.out(
        options.json === true
          ? `${JSON.stringify({ isRunning, why, everything, repositories: paused, claims: claimsPaused }, undefined, 2)}\n`
          : `${resultText(wish, { isRunning, wasPaused })}${why === undefined ? "" : `${why}\n`}${stillPaused(
              type,
              everything !== undefined,
              paused.map(({ name }) => name),
            )}`,
      );
    });
}

/** A pause that no server will ever read would give a false sense of safety to a user in the wrong folder. */
function expectHome(home: string): void {
  if (statSync(home, { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw new UserError(
    `There is no data folder ${home}. Give the server's with --home or SIGNALBOX_HOME; a server that has never run has nothing to pause.`,
  );
}

async function wishFrom(
  terminal: Terminal,
  type: PauseWish["type"],
  { repo, reason, home, claims }: Options,
): Promise<PauseWish> {
  if (reason !== undefined && reason.length > 500)
    throw new UserError(`--reason takes up to 500 characters, found ${reason.length}.`);
  const repository = repo === undefined ? undefined : await known(terminal, home, repo);
  return {
    type,
    ...(repository === undefined ? {} : { repository }),
    ...(reason === undefined ? {} : { reason }),
    ...(claims === true ? { claims } : {}),
  };
}

/** A pause applies to a repository ID, because repositories can be renamed. */
async function known(
  terminal: Terminal,
  home: string | undefined,
  given: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const wanted = parseRepository(given);
  if (wanted === undefined)
    throw new UserError(`--repo must be owner/name, for example acme/demo, found ${given}.`);
  const name = `${wanted.owner}/${wanted.repo}`;
  const listed = await withBoard(terminal, home, (board) => board.repositories());
  const found = listed.find((each) => `${each.owner}/${each.repo}`.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return { id: found.id, name };
  const names = listed.map((each) => `${each.owner}/${each.repo}`).join(", ");
  throw new UserError(`The App does not serve ${name}. It serves ${names || "no repository yet"}.`);
}

/** A web process has the pauses in its database, not in the data folder, so only the answer tells them. */
const pauses = z.unknown().transform(pausesFrom);
const toldShape = z.object({ why: z.string().optional(), was: pauses, now: pauses });
/** `why`: it is stored, and why it may not be effective yet. */
type Done = z.infer<typeof toldShape> & { readonly isRunning: boolean };

/** For the processes that read it: those of the database, or the next server of the data folder. */
async function store(home: string, url: string | undefined, wish: PauseWish): Promise<Done> {
  if (url !== undefined) {
    const { pauseInDatabase } = await import("../../server/cluster/pauses-for-command.ts");
    return pauseInDatabase(url, wish);
  }
  const was = readPauses(home);
  const now = granted(was, wish, systemClock.now());
  writePauses(home, now);
  return { was, now, isRunning: false };
}

/** @returns undefined if no server runs */
async function tell(home: string, wish: PauseWish): Promise<Done | undefined> {
  const asked = await askLocalServer(home, controlPaths.pause, { body: wish, timeoutMs });
  if (asked.type === "absent") return undefined;
  const { response } = asked;
  if (response.status === 200) return { ...toldShape.parse(await response.json()), isRunning: true };
  throw new UserError(
    `The running server could not ${wish.type} (${response.status}). See its log. To apply this on its next start, stop it and run this command again.`,
  );
}

/** Without `--claims`, whether either pause is on. */
function isPaused({ claims, ...writing }: OwnersPauses, wish: PauseWish): boolean {
  const isIn = ({ everything, repositories }: PausedScope): boolean =>
    wish.repository === undefined
      ? everything !== undefined
      : valueUnder(repositories, wish.repository.id) !== undefined;
  return (wish.claims !== true && isIn(writing)) || (claims !== undefined && isIn(claims));
}

function resultText(
  { type, repository, claims }: PauseWish,
  { isRunning, wasPaused }: { readonly isRunning: boolean; readonly wasPaused: boolean },
): string {
  const what = repository?.name ?? "everything";
  if (claims === true && (type === "pause" || wasPaused))
    return claimsResult(type, repository?.name, isRunning);
  if (type === "resume" && !wasPaused) return `Not paused: ${what}.\n`;
  const when = isRunning ? "" : " No server is running: this takes effect on its next start.";
  const end = repository === undefined ? "resume" : `resume --repo ${repository.name}`;
  return type === "pause"
    ? `Paused ${what}: nothing is written to GitHub until \`signalbox ${end}\`.${when}\n`
    : `Resumed ${what}.${when}\n`;
}

function claimsResult(type: PauseWish["type"], name: string | undefined, isRunning: boolean): string {
  const where = name === undefined ? "" : ` in ${name}`;
  const when = isRunning ? "" : " No server is running: this takes effect on its next start.";
  const end = `signalbox resume --claims${name === undefined ? "" : ` --repo ${name}`}`;
  return type === "pause"
    ? `Agents are given no tasks${where}, and lose none, until \`${end}\`.${when}\n`
    : `Agents are given tasks again${where}.${when}\n`;
}

function stillPaused(type: PauseWish["type"], everything: boolean, names: readonly string[]): string {
  const left = [...(everything ? ["everything"] : []), ...names];
  return type === "pause" || left.length === 0 ? "" : `Still paused: ${left.join(", ")}.\n`;
}
