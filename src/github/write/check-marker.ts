/**
 * The `external_id` of our check runs: which handover a run is about and what it shows, signed for one
 * commit of one repository at one host. Never recognise our check by its name: every App may use any name.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { signedWork } from "../../engine/handovers/check-shown.ts";
import { allInvariants } from "../../handover/invariants.ts";
import type { MarkerKey, MarkerKeys } from "./marker.ts";
import { signedId } from "./signed-id.ts";

export interface CheckMark {
  /** The handover. */
  readonly issueId: string;
  /** Identifies what it shows. */
  readonly shows: string;
}

/** The run's commit: copied to a different commit, it does not verify. */
export interface CheckPlace {
  /** As `signedHost` names it. */
  readonly host: string;
  /** Node id: the signature covers the number in it. */
  readonly repositoryId: string;
  readonly headSha: string;
}

/** What `verify` found, as one of its runs shows it. */
export interface VerifiedResult {
  /** Whether what the run is about holds. */
  readonly holds: boolean;
  /** Identifies the whole result: SHA-256 in hex. */
  readonly result: string;
}

/** In place of a handover: the run says which settings are in effect. */
export const ofSettings = "settings";

/** In place of a handover: the run says which files of a pull request others have locked. */
export const ofLocks = "locks";

/** In place of a handover: the run says which workflow run kept its index. */
export const ofIndex = "index";

/**
 * In place of a handover: the run says what `verify` found, about a commit as a whole or one claim, or which
 * settings are in effect.
 */
const ofNoHandover: ReadonlySet<string> = new Set(["invariants", "claim", ofSettings, ofLocks, ofIndex]);

/**
 * The signed part of a run with the findings of `verify`. The run for a claim's command is distinguished by
 * its name.
 */
export function verifyMark(name: string, { holds, result }: VerifiedResult): CheckMark {
  const issueId = name === allInvariants ? "invariants" : "claim";
  return { issueId, shows: `${holds ? "held" : "failed"}.${digestOf(name)}.${result}` };
}

/** What a run with the findings of `verify` says; undefined for a run that is about something else, or has another name. */
export function verifiedIn({ issueId, shows }: CheckMark, name: string): VerifiedResult | undefined {
  const [, outcome, digest, result] = /^(held|failed)\.([\w-]{43})\.([0-9a-f]{64})$/.exec(shows) ?? [];
  const isOurs = issueId === (name === allInvariants ? "invariants" : "claim") && digest === digestOf(name);
  return isOurs && result !== undefined ? { holds: outcome === "held", result } : undefined;
}

function digestOf(name: string): string {
  return createHash("sha256").update(name).digest("base64url");
}

const version = "signalbox:1";

export function signCheck([key]: MarkerKeys, marked: CheckMark & CheckPlace): string {
  return [version, key.id, marked.issueId, marked.shows, mac(key, marked)].join(" ");
}

/** Undefined for a run that is not ours. Never throws. */
export function readCheck(keys: MarkerKeys, written: string, place: CheckPlace): CheckMark | undefined {
  const [head, keyId, issueId, shows, given, ...rest] = written.slice(0, 1_000).split(" ");
  const key = keys.find(({ id }) => id === keyId);
  if (head !== version || key === undefined || issueId === undefined || shows === undefined) return undefined;
  if (given === undefined || rest.length > 0) return undefined;
  const marked = { issueId, shows };
  const expected = Buffer.from(mac(key, { ...marked, ...place }));
  const found = Buffer.from(given);
  return expected.length === found.length && timingSafeEqual(expected, found) ? marked : undefined;
}

/** The handover that our check run is about, and its work, for a payload that says whose check it is. */
export function handoverCheck(
  written: string,
): { readonly issueId: string; readonly workHash: string | undefined } | undefined {
  const [head, , issueId, shows = ""] = written.slice(0, 1_000).split(" ");
  if (head !== version || issueId === undefined || ofNoHandover.has(issueId)) return undefined;
  return { issueId, workHash: signedWork(shows) };
}

function mac(
  key: MarkerKey,
  { host, repositoryId, headSha, issueId, shows }: CheckMark & CheckPlace,
): string {
  const place = [host, "check run", signedId(repositoryId), headSha];
  const covered = ["signalbox:1", ...place, signedId(issueId), shows];
  return createHmac("sha256", key.secret).update(JSON.stringify(covered)).digest("base64url");
}
