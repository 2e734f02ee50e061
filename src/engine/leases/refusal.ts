/** Why a task is not given away: each reason is a value with one text, however it was asked for. */
import { type Millis, toMinuteUtc } from "../../base/clock.ts";
import { shorten } from "../../protocol/render/shorten.ts";
import { type CommandOutcome, declined } from "../commands/order.ts";
import type { Fault } from "../model/rule.ts";
import { describeLeaseEnd, type LeaseEnd } from "./lease-end.ts";

export type Refusal =
  | { readonly type: "not-a-task" }
  | { readonly type: "closed" }
  /** The agent's account has no role that counts. */
  | { readonly type: "untrusted"; readonly name: string }
  /** No one with write access is responsible for its text. */
  | { readonly type: "not-admitted" }
  | { readonly type: "blocked"; readonly by: readonly string[] }
  | { readonly type: "held"; readonly by: string; readonly since: Millis }
  /** People say so by its label, or a handover of it is being checked. */
  | { readonly type: "started"; readonly as: "in-progress" | "in-review" }
  /** The handover with this number was accepted, and the task is about to be closed for it. */
  | { readonly type: "completed"; readonly by: number }
  /** Logins of people. */
  | { readonly type: "assigned"; readonly to: readonly string[] }
  /** Someone else has an open pull request that closes it. */
  | { readonly type: "pull-request"; readonly number: number }
  /** The operator stopped giving tasks to agents. */
  | { readonly type: "paused"; readonly reason: string | undefined }
  /** Too many leases of it lapsed in a row, and people are asked. */
  | { readonly type: "set-aside" }
  | { readonly type: "unfit"; readonly requires: readonly string[] }
  | { readonly type: "too-many"; readonly held: readonly number[]; readonly limit: number }
  /** The account is several agents', and the claim names none of them. */
  | { readonly type: "unnamed"; readonly names: readonly string[] }
  | { readonly type: "unknown-agent"; readonly name: string }
  /** The name is not one of that account's, or what it says is not signed as it has to be. */
  | { readonly type: "unproven"; readonly name: string | undefined }
  | { readonly type: "not-held" }
  /** The token that its speaker gave is of a lease that has ended. */
  | { readonly type: "lease-ended"; readonly end: LeaseEnd }
  /** Its speaker neither holds it nor is a person. */
  | { readonly type: "not-yours"; readonly by: string };

/** Whether the words, the speaker or the task is at fault: if the task, claiming another one may succeed. */
export function faultOf({ type }: Refusal): Fault {
  switch (type) {
    case "not-a-task":
    case "unnamed":
    case "unknown-agent":
    case "unproven":
      return "words";
    case "too-many":
    case "paused":
    case "untrusted":
      return "speaker";
    default:
      return "task";
  }
}

export function declineFor(refusal: Refusal): CommandOutcome {
  return declined(sayRefusal(refusal), faultOf(refusal));
}

/** A phrase without a full stop: `held by bob since 2026-11-22 12:40 UTC`. */
export function sayRefusal(refusal: Refusal): string {
  switch (refusal.type) {
    case "not-a-task":
      return "it is not a task";
    case "closed":
      return "it is closed";
    case "untrusted":
      return `${refusal.name} has no write access here`;
    case "not-admitted":
      return "nobody with write access wrote or approved its text";
    case "blocked":
      return `blocked by ${joinNames(refusal.by)}`;
    case "held":
      return `held by ${refusal.by} since ${toMinuteUtc(refusal.since)}`;
    case "started":
      return refusal.as === "in-review" ? "it is in review" : "it is in progress already";
    case "completed":
      return `its handover #${refusal.by} was accepted`;
    case "assigned":
      return `a person is assigned: ${joinNames(refusal.to)}`;
    case "pull-request":
      return `someone else has a pull request for it: #${refusal.number}`;
    case "paused":
      return `no tasks are given out at present${refusal.reason === undefined ? "" : `: ${shorten(refusal.reason, 100)}`}`;
    case "set-aside":
      return "the agents that took it fell silent, and it was escalated";
    case "unfit":
      return `requires ${joinNames(refusal.requires)}`;
    case "too-many":
      return `${refusal.held.length} of ${refusal.limit} leases held: ${joinNames(refusal.held.map((number) => `#${number}`))}`;
    case "unnamed":
      return `the account has several agents: say \`as ${refusal.names[0] ?? "ada"}\``;
    case "unknown-agent":
      return `the settings name no agent ${refusal.name}`;
    case "unproven":
      return refusal.name === undefined
        ? "it is not signed by an agent of this account"
        : `this account cannot speak for ${refusal.name}`;
    case "not-held":
      return "nobody holds it";
    case "lease-ended":
      return describeLeaseEnd(refusal.end);
    case "not-yours":
      return `only ${refusal.by} and people may do that`;
  }
}

/** How many of a list are named. */
const named = 5;

function joinNames(all: readonly string[]): string {
  const rest = all.length > named ? [`${all.length - named} more`] : [];
  return [...all.slice(0, named), ...rest].join(", ");
}
