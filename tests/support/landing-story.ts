/** Work in three repositories that lands together: tasks, pull requests, handovers and what a workflow reports. */
import { expect } from "vitest";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import type { Actor } from "./actor.ts";
import { form } from "./form.ts";
import { botLogin } from "./freeing.ts";
import type { TestHub } from "./hub.ts";

export const names = ["demo", "web", "api"] as const;
export type Name = (typeof names)[number];

const roles = { maria: "admin", alice: "write", bob: "write" } as const;
const files = { ".github/signalbox.yml": "handovers: { merge: when accepted }\n", "README.md": "# It\n" };
const permissions = { ...demoSeed.app.permissions, contents: "write", pull_requests: "write" } as const;

/** Three repositories, and an App that may merge in each. */
export const landingSeed: HubSeed = {
  ...demoSeed,
  app: { ...demoSeed.app, permissions },
  repositories: names.map((name) => ({ fullName: `acme/${name}`, roles, files })),
};

interface LandingBus {
  readonly testHub: TestHub;
  readonly as: (login: string, repository?: string) => Actor;
}

export interface Work {
  readonly name: Name;
  readonly task: number;
  readonly pull: number;
  readonly branch: string;
  head: string;
}

/** What alice and the workflows do. @param bus the one that runs when it is called */
export function landingStory(bus: () => LandingBus) {
  const alice = (name: Name): Actor => bus().as("alice", `acme/${name}`);
  const ask: ReturnType<TestHub["as"]> = (...asked) => bus().testHub.as("alice")(...asked);

  /** Writes the branch's file, on a branch that begins at main. @returns the commit */
  async function put(name: Name, branch: string, text: string): Promise<string> {
    const repo = `/repos/acme/${name}`;
    const { sha } = (await ask("GET", `${repo}/git/ref/heads/main`)).body.object;
    await ask("POST", `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha });
    const { body: known } = await ask("GET", `${repo}/contents/${fileOf(branch)}?ref=${branch}`);
    const content = Buffer.from(text).toString("base64");
    const change = {
      message: "Work",
      branch,
      content,
      ...(known.sha === undefined ? {} : { sha: known.sha }),
    };
    const answer = await ask("PUT", `${repo}/contents/${fileOf(branch)}`, change);
    expect(answer.status).toBeLessThan(300);
    return answer.body.commit.sha;
  }

  /** A task with a pull request whose text closes it. */
  async function begin(name: Name, together: string, branch = "work"): Promise<Work> {
    const goal = `### Goal\n\nIt works.\n\n### Together with\n\n${together}\n`;
    const task = await alice(name).open("Work", goal, ["kind:task"]);
    const head = await put(name, branch, "it();\n");
    const opened = { title: "Work", head: branch, base: "main", body: `Closes #${task}` };
    const { body } = await ask("POST", `/repos/acme/${name}/pulls`, opened);
    return { name, task, pull: body.number, branch, head };
  }

  async function handOver({ name, task, branch }: Work): Promise<number> {
    const body = form({
      Completes: `#${task}`,
      Status: "complete",
      Changes: `- ${fileOf(branch)}: does it`,
      Verified: "- npm test: passed",
      Context: "It was simple.",
      "Next steps": "None.",
    });
    return alice(name).open("Handover: work", body, ["kind:handover"]);
  }

  /** What a workflow would report on the head. */
  async function passed({ name, head }: Work): Promise<void> {
    const bot = await bus().testHub.asInstallation();
    const run = { name: "npm test", head_sha: head, status: "completed", conclusion: "success" };
    expect((await bot("POST", `/repos/acme/${name}/check-runs`, run)).status).toBe(201);
  }

  const isMerged = async ({ name, pull }: Work): Promise<boolean> =>
    (await ask("GET", `/repos/acme/${name}/pulls/${pull}`)).body.merged;

  return {
    alice,
    ask,
    put,
    begin,
    handOver,
    passed,
    merged: (works: readonly Work[]): Promise<readonly boolean[]> => Promise.all(works.map(isMerged)),
    /** A task of acme/demo that another one of acme/demo blocks. */
    waitFor: ({ task }: Work): Promise<number> =>
      alice("demo").open("Next", `### Goal\n\nGo on.\n\n### Blocked by\n\n#${task}\n`, ["kind:task"]),
    /** What our comments on an issue say, without their markers. */
    statusOf: async ({ name }: Work, issue: number): Promise<string> =>
      (await alice(name).comments(issue))
        .filter(({ author }) => author === botLogin)
        .map(({ body }) => body.replace(/<!--[\s\S]*?-->/g, ""))
        .join("\n"),
    checkOn: async ({ name, head }: Work) => {
      const path = `/repos/acme/${name}/commits/${head}/check-runs?check_name=signalbox/handover`;
      return (await ask("GET", path)).body.check_runs[0];
    },
  };
}

function fileOf(branch: string): string {
  return `src/${branch}.ts`;
}
