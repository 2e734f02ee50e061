/**
 * Claims and releases where no server is at hand: writes the command as the caller, and waits for the App's reaction.
 * Anyone may react to a comment, so a claim counts as won only once the App's status comment names the holder.
 */
import type { Octokit } from "@octokit/rest";
import type { Clock } from "../../base/clock.ts";
import { nameOf } from "../../engine/leases/holder.ts";
import type { CallerWriter, OwnWords } from "../../operations/caller-writer.ts";
import type { OrderReply, OrderRequest } from "../../operations/ports.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import type { RemoteBoard } from "./remote-board.ts";

const usualPatienceMs = 60_000;
const firstLookMs = 1_000;
const slowestLookMs = 5_000;
/** How many tasks `--next` asks for, one after the other. */
const maxAsked = 3;

export interface CommentOrders {
  readonly octokit: Octokit;
  readonly board: RemoteBoard;
  readonly writer: CallerWriter;
  readonly clock: Clock;
  /** The comment to post: signed, if the agent must sign. Throws UserError if it cannot be. */
  readonly signed: (ref: FullRef, wish: OrderRequest) => Promise<string>;
  readonly progress: (line: string) => void;
}

/** @throws UserError if GitHub refuses */
export async function orderByComment(orders: CommentOrders, wish: OrderRequest): Promise<OrderReply> {
  if (wish.id !== undefined)
    return refused(undefined, "--order asks a server again, and none is at hand", true);
  const { owner, repo, issue } = wish;
  if (issue !== undefined) return orderOn(orders, { owner, repo, number: issue }, wish);
  const { agent, track, space } = wish;
  const wanted = { repository: { owner, repo }, track, space, assignee: null, for: agent, limit: maxAsked };
  let last: OrderReply = refused(undefined, "nothing ready", false);
  for (const card of await orders.board.ready(wanted)) {
    last = await orderOn(orders, card, wish);
    if (last.type !== "refused" || last.isMistake) return last;
    orders.progress(`${formatRef(card)}: ${last.reason}`);
  }
  return last;
}

async function orderOn(orders: CommentOrders, ref: FullRef, wish: OrderRequest): Promise<OrderReply> {
  const { board, clock } = orders;
  const before = await refusalOf(orders, ref, wish);
  if (before !== undefined) return before;
  const until = clock.now() + (wish.patienceMs ?? usualPatienceMs);
  const words = await orders.writer.comment(ref, await orders.signed(ref, wish));
  orders.progress(`Asked on ${formatRef(ref)}; waiting for signalbox to react.`);
  for (let waitMs = firstLookMs; ; waitMs = Math.min(slowestLookMs, waitMs * 1.5)) {
    const reaction = await reactionTo(orders, ref, words);
    if (reaction !== undefined) board.forget();
    if (reaction === "confused")
      return (
        (await refusalOf(orders, ref, wish)) ?? refused(ref, "signalbox refused it; /explain says why", false)
      );
    const done = reaction === "+1" ? await outcomeOf(orders, ref, wish) : undefined;
    if (done !== undefined) return done;
    const leftMs = until - clock.now();
    if (leftMs <= 0) return { type: "undecided", why: unanswered(ref) };
    await clock.sleep(Math.min(waitMs, leftMs));
  }
}

function unanswered(ref: FullRef): string {
  return `signalbox did not react in time. The comment stays on ${formatRef(ref)} and may still be carried out`;
}

/** What GitHub shows already against a claim: then no comment is written. A release is left to the App. */
async function refusalOf(
  { board }: CommentOrders,
  ref: FullRef,
  wish: OrderRequest,
): Promise<OrderReply | undefined> {
  const card = await board.card(ref.owner, ref.repo, ref.number);
  if (card === undefined) return refused(undefined, `there is no issue ${formatRef(ref)} with a kind`, true);
  if (!wish.text.startsWith("/claim")) return undefined;
  const refusal = await board.whyNotClaim(card.id, wish.agent);
  return refusal && refused(ref, refusal.because, refusal.fault === "words");
}

function refused(ref: FullRef | undefined, reason: string, isMistake: boolean): OrderReply {
  return { type: "refused", ...(ref === undefined ? {} : { issue: ref.number }), reason, isMistake };
}

/** Undefined while the App's status comment does not show it. */
async function outcomeOf(
  { board }: CommentOrders,
  ref: FullRef,
  wish: OrderRequest,
): Promise<OrderReply | undefined> {
  const lease = await board.leaseOf(ref);
  const isHolder = lease !== undefined && nameOf(lease.holder) === wish.agent;
  const { number: issue } = ref;
  if (!wish.text.startsWith("/claim")) return isHolder ? undefined : { type: "done", issue };
  return isHolder ? { type: "done", issue, lease: { token: lease.token, since: lease.since } } : undefined;
}

/** A bot's reaction, as the App is one; undefined until there is one. */
async function reactionTo(
  { octokit }: CommentOrders,
  { owner, repo }: FullRef,
  { number }: OwnWords,
): Promise<"+1" | "confused" | undefined> {
  const { data } = await octokit.rest.reactions.listForIssueComment({
    owner,
    repo,
    comment_id: number,
    per_page: 100,
  });
  const words = data.filter(({ user }) => user?.type === "Bot").map(({ content }) => content);
  return (["confused", "+1"] as const).find((word) => words.includes(word));
}
