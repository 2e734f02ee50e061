/** Which processes keep their heap small (decision 7): all that `start` starts, whatever their role. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const start = new URL("../../../src/cli/start/start.ts", import.meta.url).href;

/** Starts nothing, as there are no settings. Collecting the heap at rest is the flag that can be seen from outside. */
const program = (role: string): string => `
import { runInNewContext } from "node:vm";
const { startCommand } = await import(${JSON.stringify(start)});
const terminal = { env: {}, out: () => {}, err: () => {} };
const ended = await startCommand(terminal).parseAsync(["--role", "${role}"], { from: "user" }).catch((error) => error.name);
console.log(ended, runInNewContext("typeof gc"));`;

test.for(["web", "worker"])("a process with the role %s keeps its heap small", (role) => {
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", program(role)], {
    encoding: "utf8",
  });
  expect(printed.trim()).toBe("UserError function");
});
