/** A program of an agent that asks: it opens a question that blocks its task, at the hub, and ends. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestBus } from "./bus.ts";
import { questionText } from "./freeing.ts";

const anyTask = 777_777;

/**
 * A command for a shell script of the run's program.
 * @param folder where its file goes
 */
export function askingCommand(bus: TestBus, login: string, folder: string = bus.home): string {
  const file = join(folder, `ask-as-${login}.mjs`);
  const issues = `${bus.hub.url}/api/v3/repos/acme/demo/issues`;
  const headers = { authorization: `token ${bus.hub.tokenOf(login)}`, "content-type": "application/json" };
  writeFileSync(
    file,
    `const body = ${JSON.stringify(questionText(anyTask))}.replaceAll("${anyTask}", process.env.SIGNALBOX_ISSUE) + "\\n\\nAsked by process " + process.pid + ".";
const opened = await fetch(${JSON.stringify(issues)}, {
  method: "POST",
  headers: ${JSON.stringify(headers)},
  body: JSON.stringify({ title: \`Q: Which store, process \${process.pid}?\`, body, labels: ["kind:question"] }),
});
if (!opened.ok) throw new Error(\`\${opened.status} \${await opened.text()}\`);
`,
  );
  return `${process.execPath} ${file}`;
}
