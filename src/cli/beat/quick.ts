/** Runs `signalbox beat` without loading the other commands, which take longer to load than a beat to send. */
import { parseArgs } from "node:util";
import { beat } from "./beat.ts";

const text = { type: "string" } as const;

/** @param argv the arguments after the program's name. Resolves to the exit code; undefined if they need `main`. */
export async function quickBeat(argv: readonly string[]): Promise<number | undefined> {
  const [name, ...args] = argv;
  if (name !== "beat") return undefined;
  try {
    const options = { doing: text, agent: text, lease: text, home: text };
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: true });
    const [issue, ...others] = positionals;
    if (others.length > 0) return undefined;
    if (values.lease !== undefined && !/^[1-9]\d{0,15}$/.test(values.lease)) return undefined;
    return await beat(
      { ...values, issue },
      { env: process.env, err: (line) => void process.stderr.write(line) },
    );
  } catch {
    return undefined;
  }
}
