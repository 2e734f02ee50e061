/**
 * What a program that `run` started, or one with a token, may ask of the server's socket: a look at GitHub and what it reads
 * before it writes, of the repositories that it may see; what `verify` found, which does not count yet; and signs of life of
 * its own agent.
 */
import type { IncomingMessage } from "node:http";
import { UserError } from "../../base/errors.ts";
import { isSameNode } from "../../base/node-id.ts";
import type { Beat, BeatResult, TakeBeat } from "../../dispatcher/sessions/beat.ts";
import { describeDone } from "../../engine/leases/lease-end.ts";
import { TaskDone } from "../../operations/holding/task-done.ts";
import type { Board } from "../../operations/ports.ts";
import { visibleBoard } from "../../operations/visibility/visible-board.ts";
import type { FullRef, RepositoryName } from "../../protocol/references/ref.ts";
import { packageVersion } from "../composition/package-version.ts";
import { type InvariantReport, invariantReportShape, type Posted } from "../maintenance/show-invariants.ts";
import { beatByToken, placeNamed } from "../site/tokens/beats-by-token.ts";
import { whyNoReport } from "../site/tokens/may-report.ts";
import type { RoleOf } from "../site/tokens/role-visibility.ts";
import type { RunIdentity } from "../site/tokens/run-secrets.ts";
import { whyOver } from "../site/tokens/why-refused.ts";
import { jsonOf } from "./control-body.ts";
import type { ControlCaller } from "./control-callers.ts";
import { beatShape, lookShape } from "./control-shapes.ts";
import { RunReads, runReadShape, withoutMaps } from "./run-reads.ts";

export interface ForRunsPorts {
  /** Resolves to whether the index is now up to date with GitHub. */
  readonly refreshIssue: (ref: FullRef) => Promise<boolean>;
  /** Posts the results to the commit. */
  readonly showInvariants: (report: InvariantReport) => Promise<Posted>;
  readonly takeBeat: TakeBeat;
  readonly board: Board;
  readonly roleOf: RoleOf;
}

const notServed = "The server no longer has that repository.";

/** For what the caller may not know of, and for a run that is over. */
export const outOfSight: object = {};

/** Each resolves to the response as JSON, `outOfSight`, or undefined for a request that was not understood. */
export class ControlForRuns {
  readonly #ports: ForRunsPorts;
  readonly #reads: RunReads;

  constructor(ports: ForRunsPorts) {
    this.#ports = ports;
    this.#reads = new RunReads(ports.board);
  }

  async look(request: IncomingMessage, caller: ControlCaller): Promise<object | undefined> {
    const ref = lookShape.safeParse(await jsonOf(request));
    if (!ref.success) return undefined;
    if (!(await this.#maySee(caller, ref.data))) return outOfSight;
    return { isFresh: await this.#ports.refreshIssue(ref.data) };
  }

  /** What a caller found who may report it fills the verdict, and counts once an account stands for it. */
  async takeReport(request: IncomingMessage, caller: ControlCaller): Promise<object | undefined> {
    const report = invariantReportShape.safeParse(await jsonOf(request));
    if (!report.success) return undefined;
    if (!(await this.#maySee(caller, report.data))) return outOfSight;
    if (caller.type === "token") await this.#requireReporter(caller, report.data);
    return this.#ports.showInvariants(report.data);
  }

  /** @throws UserError if the account or agent may not have the App post there */
  async #requireReporter({ token }: ByToken, named: RepositoryName): Promise<void> {
    const place = await placeNamed(this.#ports.board, named);
    const why = place === undefined ? notServed : await whyNoReport(token, place, this.#ports.roleOf);
    if (why !== undefined) throw new UserError(why, { code: "refused" });
  }

  /**
   * What operations return a run asks the API for; this is what they read of the index.
   * @throws UserError for a run that is over
   */
  async readIndex(request: IncomingMessage, caller: ControlCaller): Promise<object | undefined> {
    const asked = runReadShape.safeParse(await jsonOf(request));
    if (!asked.success) return undefined;
    if (caller.type === "run over") throw explainOver(caller);
    if (caller.type !== "run" && caller.type !== "token") return outOfSight;
    const found = await this.#reads.read(readerOf(caller), caller.visible, asked.data);
    return {
      release: packageVersion(),
      found: JSON.parse(JSON.stringify(found ?? null, withoutMaps)) ?? undefined,
    };
  }

  /** A run gives one of its own agent, session, task and lease, whatever it says. */
  async takeBeat(request: IncomingMessage, caller: ControlCaller): Promise<object | undefined> {
    const { success, data } = beatShape.safeParse(await jsonOf(request));
    if (!success) return undefined;
    const { repo: repository, ...given } = data;
    if (caller.type === "run over") return beatOfEnded(caller);
    const beat = { ...given, repository };
    if (caller.type === "run") return this.#ports.takeBeat(await this.#beatOfRun(caller.run, beat));
    return caller.type === "token" ? this.#beatByToken(caller, beat) : this.#ports.takeBeat(beat);
  }

  async #beatByToken({ token, visible }: ByToken, beat: Beat): Promise<object> {
    const { board, takeBeat } = this.#ports;
    const seen = visible === undefined ? board : await visibleBoard(board, visible);
    const agent = token.agent ?? beat.agent;
    return beatByToken(token, seen, takeBeat, { ...beat, agent });
  }

  /** For a run: of the repositories that its agent works in, while it holds its task. */
  async #maySee(caller: ControlCaller, named: RepositoryName): Promise<boolean> {
    if (caller.type === "owner") return true;
    if (caller.type !== "run" && caller.type !== "token") return false;
    const place = await placeNamed(this.#ports.board, named);
    return place !== undefined && (caller.visible?.has(place.id) ?? true);
  }

  async #beatOfRun(
    { agent, session, repositoryId, issue, lease }: RunIdentity,
    { doing }: Beat,
  ): Promise<Beat> {
    const place = (await this.#ports.board.repositories()).find(({ id }) => isSameNode(id, repositoryId));
    const where =
      place === undefined ? {} : { repository: { owner: place.owner, repo: place.repo }, issue, lease };
    return { agent, session, doing, ...where };
  }
}

function explainOver({ end }: Ended): UserError {
  const why = whyOver(end);
  return end.done === undefined ? new UserError(why, { code: "no-login" }) : new TaskDone(why, end.done);
}

function beatOfEnded({ run, end: { done, holder } }: Ended): BeatResult {
  if (done !== undefined) return { type: "done", why: describeDone(done.handover) };
  const ended = "your lease on the task has ended";
  if (holder === undefined || holder === run.agent) return { type: "ended", why: ended };
  return { type: "ended", why: `${ended}; ${holder} holds it`, holder };
}

type ByToken = Extract<ControlCaller, { readonly type: "token" }>;
type Ended = Extract<ControlCaller, { readonly type: "run over" }>;
type ByRun = Extract<ControlCaller, { readonly type: "run" }>;

function readerOf(caller: ByToken | ByRun): string {
  return caller.type === "token" ? caller.token.id : `${caller.run.session} ${caller.run.lease}`;
}
