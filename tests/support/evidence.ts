/**
 * Evidence and handovers as values, for given / when / then tests: everything passes unless a test says
 * otherwise.
 */
import type { Subject } from "../../src/handover/check.ts";
import {
  type ChangedFile,
  type Evidence,
  noEvidence,
  type PullRequest,
} from "../../src/handover/evidence.ts";
import type { Handover } from "../../src/protocol/kinds/handover.ts";
import { defaultSettings } from "../../src/protocol/settings/config.ts";
import { start } from "./issues.ts";

export const head = "a".repeat(40);
export const nextHead = "b".repeat(40);

export function changed(path: string, changes: Partial<ChangedFile> = {}): ChangedFile {
  return { path, isRemoved: false, lines: 10, ...changes };
}

export function pullRequest(changes: Partial<PullRequest> = {}): PullRequest {
  return {
    number: 34,
    headSha: head,
    headRef: "part-1",
    baseRef: "main",
    state: "open",
    isDraft: false,
    isFork: false,
    hasConflicts: false,
    mergeState: "clean",
    files: [changed("src/a.ts"), changed("tests/a.test.ts")],
    hasAllFiles: true,
    unresolvedThreads: 0,
    ...changes,
  };
}

/** A pull request whose check `npm test` passed on its head. */
export function evidence(changes: Partial<Evidence> = {}): Evidence {
  return {
    ...noEvidence(start + 1_000_000),
    pullRequest: pullRequest(),
    checkRuns: [{ name: "npm test", headSha: head, conclusion: "success" }],
    ...changes,
  };
}

export function handedOver(changes: Partial<Handover> = {}): Handover {
  return {
    kind: "handover",
    completes: { number: 12 },
    status: "complete",
    changes: [
      { name: "src/a.ts", note: "asks for the password" },
      { name: "tests/a.test.ts", note: "says so" },
    ],
    verified: [{ name: "npm test", note: "passed, 41 tests" }],
    discoveries: [],
    blockers: [],
    context: "Tokens end after an hour, because #40 was decided so.",
    nextSteps: "1. Log out.",
    ...changes,
  };
}

export function subject(changes: Partial<Subject> = {}): Subject {
  return {
    number: 60,
    handover: handedOver(),
    evidence: evidence(),
    references: [],
    completedInstead: [],
    policy: defaultSettings.handovers,
    invariants: [],
    ...changes,
  };
}
