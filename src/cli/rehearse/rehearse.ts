/** Runs the cases on one host, in order, and keeps what each saw. */
import { messageOf } from "../../base/errors.ts";
import type { Observation } from "./observation.ts";
import type { RehearsalCase } from "./rehearsal-case.ts";
import type { Side } from "./side.ts";

/** What is not compared: it depends on the day and the line. */
export interface CaseCost {
  /** GraphQL points of the App; null if the host counts none. */
  readonly points: number | null;
  readonly tookMs: number;
}

/** What a case saw; `failed` with a sentence if it could not be asked. */
export type CaseResult =
  | { readonly type: "seen"; readonly observation: Observation; readonly cost?: CaseCost | undefined }
  | { readonly type: "failed"; readonly because: string };

export type Recording = ReadonlyMap<string, CaseResult>;

export interface Progress {
  /** Results of an earlier run, which are not asked for again. */
  readonly known: Recording;
  readonly onStart: (each: RehearsalCase, place: { readonly at: number; readonly of: number }) => void;
  readonly onResult: (id: string, result: CaseResult) => void;
  readonly signal: AbortSignal;
}

/** Ends early, with what there is, once it is aborted. */
export async function rehearse(
  side: Side,
  cases: readonly RehearsalCase[],
  { known, onStart, onResult, signal }: Progress,
): Promise<Recording> {
  const recording = new Map<string, CaseResult>();
  for (const [index, each] of cases.entries()) {
    const earlier = known.get(each.id);
    if (earlier?.type === "seen") {
      recording.set(each.id, earlier);
      continue;
    }
    if (signal.aborted) return recording;
    onStart(each, { at: index + 1, of: cases.length });
    const result = await observe(side, each);
    recording.set(each.id, result);
    onResult(each.id, result);
  }
  return recording;
}

async function observe(side: Side, each: RehearsalCase): Promise<CaseResult> {
  if (side.options.isStandIn && each.assumed !== undefined)
    return { type: "seen", observation: each.assumed };
  try {
    const [before, startedAt] = [await side.spentPoints(), performance.now()];
    const observation = await each.observe(side);
    const tookMs = Math.round(performance.now() - startedAt);
    const after = await side.spentPoints();
    // A new hour may have begun.
    const points = before === undefined || after === undefined ? null : Math.max(0, after - before);
    return { type: "seen", observation, cost: { points, tookMs } };
  } catch (thrown) {
    return { type: "failed", because: messageOf(thrown) };
  }
}
