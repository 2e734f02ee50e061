/**
 * The requests that commands on this machine may send to the running server. Loopback is no protection, because any page in
 * a browser on this machine can post to it: callers prove themselves with a secret from a file that only they can read.
 */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { z } from "zod";
import { messageOf, UserError } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { PlaceOrder } from "../../dispatcher/orders/place.ts";
import type { NoteMarks } from "../../dispatcher/ports/agents/note-marks.ts";
import type { Rebuilt } from "../../dispatcher/schedule/rebuild.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import { TaskDone } from "../../operations/holding/task-done.ts";
import { parseCommands } from "../../protocol/commands/read-commands.ts";
import {
  type CoordinatedRepository,
  type CoordinateWish,
  coordinateWishShape,
} from "../composition/coordinate-once.ts";
import { type PauseWish, pauseWishShape } from "../maintenance/pause-file.ts";
import { jsonOf as jsonOfPauses } from "../maintenance/pauses-json.ts";
import type { PauseResult } from "../maintenance/pausing.ts";
import { type TokensHandler, tokensWishShape } from "../site/tokens/owners-tokens.ts";
import type { RunSecrets } from "../site/tokens/run-secrets.ts";
import type { Tokens } from "../site/tokens/tokens.ts";
import { jsonOf } from "./control-body.ts";
import {
  type CallerPorts,
  type ControlCaller,
  ControlCallers,
  type Door,
  mayEnter,
} from "./control-callers.ts";
import { ControlForRuns, type ForRunsPorts, outOfSight } from "./control-for-runs.ts";
import { controlPaths } from "./control-paths.ts";
import { acknowledgeShape, openShape, orderShape, runShape } from "./control-shapes.ts";
import { reply } from "./reply.ts";
import { sendJson } from "./send.ts";

export interface ControlPorts extends ForRunsPorts {
  /** Rejects if GitHub cannot be read. */
  readonly rebuild: () => Promise<Rebuilt>;
  /** Considers open questions once. Rejects if GitHub has not responded yet. */
  readonly coordinate: (wish: CoordinateWish) => Promise<readonly CoordinatedRepository[]>;
  /** Resolves when the pause is effective, or has ended. */
  readonly pause: (wish: PauseWish) => Promise<PauseResult>;
  /** Resolves when the order was carried out or refused, or a few seconds later. */
  readonly placeOrder: PlaceOrder;
  readonly noteMarks: NoteMarks;
  /** A link that lets a browser in as the owner. Rejects with a UserError if no browser can reach the server. */
  readonly entryLink: (to: string) => Promise<string>;
  readonly handleTokens: TokensHandler;
  /** Secrets of programs that `run` started. */
  readonly runs: () => Pick<RunSecrets, "make">;
  readonly tokens: () => Pick<Tokens, "find">;
  /** Told how long an order took, from the arrival of its request to its answer. */
  readonly operated?: ((operation: string, door: "control", tookMs: number) => void) | undefined;
  readonly visibleTo: CallerPorts["visibleTo"];
  readonly logger: Logger;
}

export interface Control {
  readonly token: string;
  /** By path. */
  readonly routes: ReadonlyMap<string, RequestListener>;
}

/** The response as JSON; undefined if the request was not understood. */
type Work = (request: IncomingMessage, caller: ControlCaller) => Promise<object | undefined>;

class ControlDoors implements Control {
  readonly token = randomBytes(32).toString("hex");
  readonly routes: Control["routes"];
  readonly #ports: ControlPorts;
  readonly #callers: ControlCallers;
  readonly #forRuns: ControlForRuns;
  #rebuilding: Promise<Rebuilt> | undefined;

  constructor(ports: ControlPorts) {
    this.#ports = ports;
    this.#forRuns = new ControlForRuns(ports);
    this.#callers = new ControlCallers({ ...ports, secret: this.token });
    this.routes = new Map([
      this.#route(controlPaths.rebuild, "owner", () => this.#rebuild()),
      this.#route(controlPaths.coordinate, "owner", (request) => this.#coordinate(request)),
      this.#route(controlPaths.pause, "owner", (request) => this.#pause(request)),
      this.#route(controlPaths.open, "owner", (request) => this.#open(request)),
      this.#route(controlPaths.tokens, "owner", (request) => this.#tokens(request)),
      this.#route(controlPaths.look, "runs", (request, caller) => this.#forRuns.look(request, caller)),
      this.#route(controlPaths.invariants, "runs", (request, caller) =>
        this.#forRuns.takeReport(request, caller),
      ),
      this.#route(controlPaths.order, "owner", (request) => this.#order(request)),
      this.#route(controlPaths.acknowledge, "owner", (request) => this.#read(request)),
      this.#route(controlPaths.runs, "tokens", (request, caller) => this.#run(request, caller)),
      this.#route(controlPaths.reads, "runs", (request, caller) => this.#forRuns.readIndex(request, caller)),
      this.#route(controlPaths.beat, "runs", (request, caller) => this.#forRuns.takeBeat(request, caller)),
    ]);
  }

  #route(path: string, door: Door, work: Work): readonly [string, RequestListener] {
    return [path, (request, response) => void this.#serve(request, response, { door, work })];
  }

  async #serve(
    request: IncomingMessage,
    response: ServerResponse,
    { door, work }: { readonly door: Door; readonly work: Work },
  ): Promise<void> {
    if (request.method !== "POST") return reply(request, response, "wrongMethod");
    try {
      const caller = await this.#callers.callerOf(request);
      if (caller?.type === "refused") return sendJson(response, 403, { why: caller.why });
      if (caller === undefined || !mayEnter(door, caller)) return reply(request, response, "notOwner");
      const answer = await work(request, caller);
      if (answer === outOfSight) return reply(request, response, "notOwner");
      if (answer === undefined) reply(request, response, "notUnderstood");
      else sendJson(response, 200, answer);
    } catch (thrown) {
      if (thrown instanceof TaskDone)
        return sendJson(response, 403, { why: thrown.message, done: thrown.done });
      if (thrown instanceof UserError) return sendJson(response, 403, { why: thrown.message });
      this.#ports.logger.error(
        { path: request.url, cause: messageOf(thrown) },
        "could not carry out the owner's request",
        thrown,
      );
      reply(request, response, "unavailable");
    }
  }

  #rebuild(): Promise<Rebuilt> {
    this.#rebuilding ??= this.#ports.rebuild().finally(() => {
      this.#rebuilding = undefined;
    });
    return this.#rebuilding;
  }

  async #coordinate(request: IncomingMessage): Promise<object | undefined> {
    const wish = coordinateWishShape.safeParse(await jsonOf(request));
    return wish.success ? { repositories: await this.#ports.coordinate(wish.data) } : undefined;
  }

  async #pause(request: IncomingMessage): Promise<object | undefined> {
    const wish = pauseWishShape.safeParse(await jsonOf(request));
    if (!wish.success) return undefined;
    const result = await this.#ports.pause(wish.data);
    const pauses = { was: jsonOfPauses(result.was), now: jsonOfPauses(result.now) };
    return result.type === "effective"
      ? { done: true, ...pauses }
      : { done: false, why: result.why, ...pauses };
  }

  async #order(request: IncomingMessage): Promise<object | undefined> {
    const begun = performance.now();
    const wish = orderShape.safeParse(await jsonOf(request));
    if (!wish.success) return { ...notUnderstood, reason: problemIn(wish.error) };
    const answer = await this.#ports.placeOrder(wish.data);
    const [command] = parseCommands(wish.data.text);
    if (command !== undefined) this.#ports.operated?.(command.name, "control", performance.now() - begun);
    return answer;
  }

  async #read(request: IncomingMessage): Promise<object | undefined> {
    const given = acknowledgeShape.safeParse(await jsonOf(request));
    if (!given.success) return undefined;
    return { count: await this.#ports.noteMarks.acknowledge(given.data.agent, given.data.read) };
  }

  async #run(request: IncomingMessage, caller: ControlCaller): Promise<object | undefined> {
    const wish = runShape.safeParse(await jsonOf(request));
    if (!wish.success) return undefined;
    const { owner, repo, ...run } = wish.data;
    const name = `${owner}/${repo}`.toLowerCase();
    const place = (await this.#ports.board.repositories()).find(
      (each) => `${each.owner}/${each.repo}`.toLowerCase() === name,
    );
    const why = caller.type === "token" ? whyNoRun(caller, run.agent, place?.id) : undefined;
    if (why !== undefined) return { refused: why };
    const secret = place && (await this.#ports.runs().make({ ...run, repositoryId: place.id }));
    return secret === undefined ? { refused: `${run.agent} does not hold the task` } : { secret };
  }

  async #open(request: IncomingMessage): Promise<object | undefined> {
    const wish = openShape.safeParse(await jsonOf(request));
    return wish.success ? linkOrReason(() => this.#ports.entryLink(wish.data.to)) : undefined;
  }

  async #tokens(request: IncomingMessage): Promise<object | undefined> {
    const wish = tokensWishShape.safeParse(await jsonOf(request));
    return wish.success ? this.#ports.handleTokens(wish.data) : undefined;
  }
}

export function createControl(ports: ControlPorts): Control {
  return new ControlDoors(ports);
}

/** A phrase; undefined if the token may begin a run of this agent there. A run's secret may outlast what a person sees. */
function whyNoRun(
  { token, visible }: Extract<ControlCaller, { readonly type: "token" }>,
  agent: string,
  place: RepositoryId | undefined,
): string | undefined {
  if (token.kind !== "owner" || token.agent === undefined)
    return `a run needs a token of its agent that the server's owner made: signalbox tokens add --agent ${agent}`;
  const isShown = place !== undefined && (visible?.has(place) ?? true);
  if (token.agent === agent && isShown) return undefined;
  return `the token is ${token.agent}'s, and not for this repository and agent`;
}

/** An answer, not a failed request: its sender would take that for the lack of a server, and try again. */
const notUnderstood = { type: "refused", isMistake: true } as const;

function problemIn({ issues: [first] }: z.ZodError): string {
  return `the server does not understand the order: ${first?.path.join(".") ?? ""}: ${first?.message ?? ""}`;
}

async function linkOrReason(
  link: () => Promise<string>,
): Promise<{ readonly url: string } | { readonly refused: string }> {
  try {
    return { url: await link() };
  } catch (thrown) {
    if (thrown instanceof UserError) return { refused: thrown.message };
    throw thrown;
  }
}
