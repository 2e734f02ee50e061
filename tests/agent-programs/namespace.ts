/** A network namespace without a way out: nothing that is rehearsed may reach a real provider, or anything else. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether this process has no network but loopback. */
export function isCutOff(): boolean {
  const lines = readFileSync("/proc/self/net/dev", "utf8").trim().split("\n").slice(2);
  return lines.every((line) => line.trim().startsWith("lo:"));
}

/** @returns why there can be none here; undefined if there can */
export function whyNoNamespace(): string | undefined {
  if (process.platform !== "linux") return `it needs Linux, and this is ${process.platform}`;
  const { status, stderr, error } = spawnSync("unshare", ["-rn", "ip", "link", "set", "lo", "up"], {
    encoding: "utf8",
  });
  if (error !== undefined) return error.message;
  return status === 0 ? undefined : stderr.trim();
}

/** Runs this program again, cut off from every network. @returns its exit code */
export function runCutOff(program: string, args: readonly string[]): number {
  const words = [
    "-rn",
    "bash",
    "-c",
    'ip link set lo up && exec "$@"',
    "bash",
    process.execPath,
    program,
    ...args,
  ];
  const { PATH = "", HOME = "", LANG = "C.UTF-8", XDG_CACHE_HOME } = process.env;
  const { status } = spawnSync("unshare", words, {
    stdio: "inherit",
    env: { PATH, HOME, LANG, ...(XDG_CACHE_HOME === undefined ? {} : { XDG_CACHE_HOME }) },
  });
  return status ?? 1;
}
