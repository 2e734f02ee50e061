/** Takes the recordings of tests/harness/recordings: what each program printed, and when, and which version it was. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Lab } from "../lab/lab.ts";
import { Scene } from "../lab/scene.ts";
import { programs } from "../programs/find.ts";
import { scrub, scrubErrors } from "./scrub.ts";
import { conversations, type WantedRecording, wantedRecordings } from "./wanted.ts";

const entryShape = z.object({
  program: z.string(),
  version: z.string(),
  /** The day, in UTC. */
  date: z.string(),
  command: z.string(),
  /** Null if it did not end within a minute, and was killed. */
  exitCode: z.number().nullable(),
});
/** By file, without its ending. */
const indexShape = z.record(z.string(), entryShape);
type Index = z.infer<typeof indexShape>;

const recordingsFolder = "tests/harness/recordings";

/** @param versions by program; only these are recorded */
export async function takeRecordings(
  lab: Lab,
  versions: ReadonlyMap<string, string>,
  say: (line: string) => void,
): Promise<void> {
  const folder = join(lab.root, recordingsFolder);
  const path = join(folder, "index.json");
  const index: Record<string, z.infer<typeof entryShape>> = { ...readIndex(path) };
  for (const wanted of wantedRecordings) {
    const version = versions.get(wanted.program);
    if (version === undefined) continue;
    const exitCode = await takeRecording(lab, wanted, folder);
    const date = new Date().toISOString().slice(0, 10);
    index[wanted.name] = { program: wanted.program, version, date, command: wanted.command, exitCode };
    say(
      `Recorded ${wanted.name} of ${wanted.program} ${version}: exit code ${exitCode ?? "none, it did not end"}`,
    );
  }
  const sorted = Object.fromEntries(Object.entries(index).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(sorted, undefined, 2)}\n`);
}

function readIndex(path: string): Index {
  try {
    return indexShape.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}

/** As `timeout` of coreutils ends. */
const timedOut = 124;

/** @returns the program's exit code */
async function takeRecording(lab: Lab, wanted: WantedRecording, folder: string): Promise<number | null> {
  const { name, program, ending, command } = wanted;
  const scene = new Scene(lab, programs[program], command);
  scene.play(wanted.script);
  const checkout = await lab.repository.clone();
  const { code, stdout, stderr } = await scene.headless({ command: `timeout -k 5 60 ${command}`, checkout });
  const home = scene.surroundings(checkout).HOME ?? "";
  const places = { home, checkout, model: lab.model.address(scene.script) };
  write(join(folder, `${name}.${ending}`), scrub(stdout, places, conversations[program]));
  write(join(folder, `${name}.stderr`), scrubErrors(stderr, places));
  return code === timedOut ? null : code;
}

/** A stream on which nothing was printed has no file. */
function write(path: string, text: string): void {
  if (text === "") rmSync(path, { force: true });
  else writeFileSync(path, text);
}
