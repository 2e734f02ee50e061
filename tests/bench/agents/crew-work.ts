/** What an agent does with a task: claims it, proposes the work, hands it over. */
import { form } from "../../support/form.ts";
import type { CrewBus } from "./crew-bus.ts";

/** A task that an agent holds. */
interface ClaimedTask {
  readonly issue: number;
  /** The token of its lease. */
  readonly token: number | undefined;
}

/** Claims the best task that is ready, as the agent of that number. */
export async function claimTask(bus: CrewBus, place: number): Promise<ClaimedTask> {
  const agent = `agent-${place}`;
  const claimed = await bus.order(agent, `/claim as ${agent}`);
  if (claimed.type !== "done" || claimed.issue === undefined) throw new Error(JSON.stringify(claimed));
  await bus.settled();
  return { issue: claimed.issue, token: claimed.lease?.token };
}

/** Proposes the work, has it checked, hands it over; a person merges it. */
export async function finishTask(bus: CrewBus, place: number, { issue, token }: ClaimedTask): Promise<void> {
  const agent = `agent-${place}`;
  const actor = bus.as(`crew-${place}`);
  const { octokit } = actor;
  const path = `src/${issue}.ts`;
  const branch = `agent/${agent}/${issue}`;
  const main = await octokit.rest.git.getRef({ ...actor.repository, ref: "heads/main" });
  await octokit.rest.git.createRef({
    ...actor.repository,
    ref: `refs/heads/${branch}`,
    sha: main.data.object.sha,
  });
  const content = Buffer.from("work();\n").toString("base64");
  const message = `Work on #${issue}`;
  const put = await octokit.rest.repos.createOrUpdateFileContents({
    ...actor.repository,
    path,
    branch,
    message,
    content,
  });
  const opened = { title: message, head: branch, base: "main", body: `Fixes #${issue}` };
  const pull = await octokit.rest.pulls.create({ ...actor.repository, ...opened });
  await bus.settled();
  await bus.passCheck(put.data.commit.sha ?? "");
  // An agent waits for its checks; GitHub works out then whether the pull request can be merged.
  await octokit.rest.pulls.get({ ...actor.repository, pull_number: pull.data.number });
  const sections = form({
    Completes: `#${issue}`,
    Status: "complete",
    Changes: `- ${path}: does what the task asks`,
    Verified: "- npm test: passed",
    "Pull request": `#${pull.data.number}`,
    Context: "It was simpler than it looked.",
    "Next steps": "1. Look at the next one.",
  });
  const block = JSON.stringify({ v: "1.1", from: agent, lease: token });
  const body = `${sections}\n\n\`\`\`signalbox\n${block}\n\`\`\`\n`;
  await actor.open(`Handover: #${issue}`, body, ["kind:handover"]);
  await bus.settled();
  const maria = bus.as("maria");
  await maria.octokit.rest.pulls.merge({ ...maria.repository, pull_number: pull.data.number });
  await bus.settled();
}
