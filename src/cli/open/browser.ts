/** Hands an address to the browser of the person at this machine. */
import { spawn } from "node:child_process";
import type { Terminal } from "../terminal/terminal.ts";

/** Undefined where there is no screen, as over SSH. */
function opener(
  platform: NodeJS.Platform,
  { DISPLAY, WAYLAND_DISPLAY }: Terminal["env"],
): readonly [string, ...string[]] | undefined {
  if (platform === "darwin") return ["open"];
  // `start` is built into the shell, which would read `&` in an address; this program takes it as it is.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return DISPLAY || WAYLAND_DISPLAY ? ["xdg-open"] : undefined;
}

/** Resolves to whether a browser was started. */
export async function openInBrowser(
  url: string,
  env: Terminal["env"],
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  const found = opener(platform, env);
  if (found === undefined) return false;
  const [program, ...words] = found;
  const child = spawn(program, [...words, url], { stdio: "ignore", detached: true, env });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  child.once("error", () => resolve(false)).once("exit", (code) => resolve(code === 0));
  child.unref();
  return promise;
}
