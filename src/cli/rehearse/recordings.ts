/** Keeps what a host answered, in files, so that a run can go on and tests can replay it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { UserError } from "../../base/errors.ts";
import type { Observation } from "./observation.ts";
import type { CaseResult, Recording } from "./rehearse.ts";

const observationShape: z.ZodType<Observation> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(observationShape),
    z.record(z.string(), observationShape),
  ]),
);
const costShape = z.object({ points: z.number().nullable(), tookMs: z.number() });
const resultShape: z.ZodType<CaseResult> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("seen"), observation: observationShape, cost: costShape.optional() }),
  z.object({ type: z.literal("failed"), because: z.string() }),
]);
const recordingShape = z.record(z.string(), resultShape);

/** Empty if there is no file. @throws UserError for a file that is no recording */
export function readRecording(folder: string, name: string): Recording {
  const path = recordingPath(folder, name);
  if (!existsSync(path)) return new Map();
  try {
    return new Map(Object.entries(recordingShape.parse(JSON.parse(readFileSync(path, "utf8")))));
  } catch (thrown) {
    throw new UserError(`${path} is no recording of a rehearsal. Remove it, or name another folder.`, {
      cause: thrown,
    });
  }
}

export function writeRecording(folder: string, name: string, recording: Recording): void {
  mkdirSync(folder, { recursive: true });
  const sorted = [...recording].toSorted(([one], [other]) => one.localeCompare(other));
  writeFileSync(recordingPath(folder, name), `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}

function recordingPath(folder: string, name: string): string {
  return join(folder, `${name.replace(/[^\w.-]/g, "-")}.json`);
}
