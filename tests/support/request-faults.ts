/** The ways in which seeded runs let GitHub fail a request. */
import type { FaultRule } from "../../src/hub/faults/rule.ts";

export const requestFaults: readonly Extract<FaultRule, { on: "request" }>["effect"][] = [
  { kind: "fail", status: 502, when: "before" },
  { kind: "fail", status: 503, when: "after" },
  { kind: "cut", when: "before" },
  { kind: "cut", when: "after" },
  { kind: "garble", as: "html" },
  { kind: "garble", as: "truncated" },
  { kind: "limit", limit: "secondary", status: 403, headers: true, waitSeconds: 30 },
  { kind: "limit", limit: "primary", status: 403, headers: true, waitSeconds: 60 },
  { kind: "stale", versions: 3 },
];
