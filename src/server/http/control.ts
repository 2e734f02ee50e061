/**
 * The requests that the owner of the data folder may send to the running server. Loopback is no protection,
 * because any page in a browser on this machine can post to it: callers prove themselves with a token from a
 * file that only the owner can read.
 */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { z } from "zod";
import { messageOf, UserError } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { PlaceOrder } from "../../dispatcher/orders/place.ts";
import type { NoteMarks } from "../../dispatcher/ports/agents/note-marks.ts";
import type { Rebuilt } from "../../dispatcher/schedule/rebuild.ts";
import type { TakeBeat } from "../../dispatcher/sessions/beat.ts";
import type { FullRef } from "../../protocol/references/ref.ts";
import {
  type CoordinatedRepository,
  type CoordinateWish,
  coordinateWishShape,
} from "../composition/coordinate-once.ts";
import { type PauseWish, pauseWishShape } from "../maintenance/pause-file.ts";
import { jsonOf as jsonOfPauses } from "../maintenance/pauses-json.ts";
import type { PauseResult } from "../maintenance/pausing.ts";
import { type InvariantReport, invariantReportShape, type Posted } from "../maintenance/show-invariants.ts";
import { type TokensHandler, tokensWishShape } from "../site/tokens/owners-tokens.ts";
import { bearerOf } from "./bearer.ts";
import { controlPaths } from "./control-paths.ts";
import { acknowledgeShape, beatShape, lookShape, openShape, orderShape } from "./control-shapes.ts";
import { reply } from "./reply.ts";
import { createBodyReader } from "./request-body.ts";
import { sendJson } from "./send.ts";

export interface ControlPorts {
  /** Rejects if GitHub cannot be read. */
  readonly rebuild: () => Promise<Rebuilt>;
  /** Resolves to whether the index is now up to date with GitHub. */
  readonly refreshIssue: (ref: FullRef) => Promise<boolean>;
  /** Considers open questions once. Rejects if GitHub has not responded yet. */
  readonly coordinate: (wish: CoordinateWish) => Promise<readonly CoordinatedRepository[]>;
  /** Resolves when the pause is effective, or has ended. */
  readonly pause: (wish: PauseWish) => Promise<PauseResult>;
  /** Posts the results to the commit. */
  readonly showInvariants: (report: InvariantReport) => Promise<Posted>;
  /** Resolves when the order was carried out or refused, or a few seconds later. */
  readonly placeOrder: PlaceOrder;
  readonly takeBeat: TakeBeat;
  readonly noteMarks: NoteMarks;
  /** A link that lets a browser in as the owner. Rejects with a UserError if no browser can reach the server. */
  readonly entryLink: (to: string) => Promise<string>;
  readonly handleTokens: TokensHandler;
  readonly logger: Logger;
}

export interface Control {
  readonly token: string;
  /** By path. */
  readonly routes: ReadonlyMap<string, RequestListener>;
}

/** The largest request is a report on fifty invariants. */
const readBody = createBodyReader({ maxBytes: 65_536, ordinaryBytes: 65_536, largePlaces: 0 });

/** The response as JSON; undefined if the request was not understood. */
type Work = (request: IncomingMessage) => Promise<object | undefined>;

export function createControl(ports: ControlPorts): Control {
  const {
    rebuild,
    refreshIssue,
    pause,
    coordinate,
    showInvariants,
    placeOrder,
    takeBeat,
    noteMarks,
    entryLink,
    handleTokens,
    logger,
  } = ports;
  const token = randomBytes(32).toString("hex");
  const isOwner = bearerOf(token);
  let rebuilding: Promise<Rebuilt> | undefined;

  const serve = async (request: IncomingMessage, response: ServerResponse, work: Work): Promise<void> => {
    if (request.method !== "POST") return reply(request, response, "wrongMethod");
    if (!isOwner(request.headers.authorization)) return reply(request, response, "notOwner");
    try {
      const answer = await work(request);
      if (answer === undefined) reply(request, response, "notUnderstood");
      else sendJson(response, 200, answer);
    } catch (thrown) {
      logger.error(
        { path: request.url, cause: messageOf(thrown) },
        "could not carry out the owner's request",
        thrown,
      );
      reply(request, response, "unavailable");
    }
  };
  const rebuildOnce: Work = () => {
    rebuilding ??= rebuild().finally(() => {
      rebuilding = undefined;
    });
    return rebuilding;
  };
  const requestRefreshes: Work = async (request) => {
    const ref = lookShape.safeParse(await jsonOf(request));
    return ref.success ? { isFresh: await refreshIssue(ref.data) } : undefined;
  };
  const consider: Work = async (request) => {
    const wish = coordinateWishShape.safeParse(await jsonOf(request));
    return wish.success ? { repositories: await coordinate(wish.data) } : undefined;
  };
  const pauseOrResume: Work = async (request) => {
    const wish = pauseWishShape.safeParse(await jsonOf(request));
    if (!wish.success) return undefined;
    const result = await pause(wish.data);
    const pauses = { was: jsonOfPauses(result.was), now: jsonOfPauses(result.now) };
    return result.type === "effective"
      ? { done: true, ...pauses }
      : { done: false, why: result.why, ...pauses };
  };
  const show: Work = async (request) => {
    const report = invariantReportShape.safeParse(await jsonOf(request));
    return report.success ? showInvariants(report.data) : undefined;
  };
  const order: Work = async (request) => {
    const wish = orderShape.safeParse(await jsonOf(request));
    return wish.success ? placeOrder(wish.data) : { ...notUnderstood, reason: problemIn(wish.error) };
  };
  const beat: Work = async (request) => {
    const { success, data } = beatShape.safeParse(await jsonOf(request));
    if (!success) return undefined;
    const { repo: repository, ...given } = data;
    return takeBeat({ ...given, repository });
  };
  const acknowledge: Work = async (request) => {
    const given = acknowledgeShape.safeParse(await jsonOf(request));
    if (!given.success) return undefined;
    return { count: await noteMarks.acknowledge(given.data.agent, given.data.read) };
  };
  const open: Work = async (request) => {
    const wish = openShape.safeParse(await jsonOf(request));
    return wish.success ? linkOrReason(() => entryLink(wish.data.to)) : undefined;
  };
  const useTokens: Work = async (request) => {
    const wish = tokensWishShape.safeParse(await jsonOf(request));
    return wish.success ? handleTokens(wish.data) : undefined;
  };
  return {
    token,
    routes: new Map([
      [controlPaths.rebuild, (request, response) => void serve(request, response, rebuildOnce)],
      [controlPaths.look, (request, response) => void serve(request, response, requestRefreshes)],
      [controlPaths.coordinate, (request, response) => void serve(request, response, consider)],
      [controlPaths.invariants, (request, response) => void serve(request, response, show)],
      [controlPaths.order, (request, response) => void serve(request, response, order)],
      [controlPaths.beat, (request, response) => void serve(request, response, beat)],
      [controlPaths.acknowledge, (request, response) => void serve(request, response, acknowledge)],
      [controlPaths.open, (request, response) => void serve(request, response, open)],
      [controlPaths.tokens, (request, response) => void serve(request, response, useTokens)],
      [controlPaths.pause, (request, response) => void serve(request, response, pauseOrResume)],
    ]),
  };
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

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const read = await readBody(request);
  if (read.type !== "read") return undefined;
  try {
    return JSON.parse(read.body.toString());
  } catch {
    return undefined;
  }
}
