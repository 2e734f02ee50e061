/** An agent proposes its work, has it checked, and hands it over. */
import type { Actor } from "../actor.ts";
import { form } from "../form.ts";
import type { Task, World } from "./world.ts";

const repo = "/repos/acme/demo";

export interface Work {
  readonly task: Task;
  readonly agent: string;
  readonly token: number | undefined;
  /** Otherwise it is a partial handover, without a pull request. */
  readonly isWhole: boolean;
}

export async function handOver(world: World, actor: Actor, work: Work): Promise<void> {
  const { task, agent, token, isWhole } = work;
  const path = `src/${task.number}/${agent}-${world.newBranchNumber()}.ts`;
  const pull = isWhole ? await propose(world, actor, task, path) : undefined;
  const sections = form({
    Completes: `#${task.number}`,
    Status: isWhole ? "complete" : "partial",
    Changes: `- ${path}: does it`,
    Verified: "- npm test: passed",
    Context: "It was simpler than it looked.",
    "Next steps": "1. Look at what is left of it.",
    ...(pull === undefined ? {} : { "Pull request": `#${pull}` }),
  });
  const block = JSON.stringify({ v: "1.1", from: agent, ...(token === undefined ? {} : { lease: token }) });
  const at = world.now();
  const body = `${sections}\n\n\`\`\`signalbox\n${block}\n\`\`\`\n`;
  const number = await actor.open(`Handover: #${task.number} by ${agent}`, body, ["kind:handover"]);
  if (isWhole) world.handedOver.push({ number, task, agent, token, at });
}

/** A branch with one commit whose workflow passed, and its pull request. Resolves to its number. */
async function propose({ bus }: World, actor: Actor, task: Task, path: string): Promise<number> {
  const ask = bus.testHub.as(actor.login);
  const branch = path.replaceAll("/", "-");
  const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
  await ask("POST", `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha });
  const content = Buffer.from("work();\n").toString("base64");
  const put = await ask("PUT", `${repo}/contents/${path}`, { message: "Work", branch, content });
  const run = { name: "npm test", head_sha: put.body.commit.sha, status: "completed", conclusion: "success" };
  await (await bus.testHub.asInstallation())("POST", `${repo}/check-runs`, run);
  const opened = {
    title: `Work on #${task.number}`,
    head: branch,
    base: "main",
    body: `For #${task.number}`,
  };
  return (await ask("POST", `${repo}/pulls`, opened)).body.number;
}
