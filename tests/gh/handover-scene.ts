/**
 * The opening of every story about a handover: the whole bus, a clone with the real git and a real `gh` for
 * each person. The App creates a workflow's check runs, because the hub does not run workflows.
 */
import { z } from "zod";
import { demoSeed } from "../../src/hub/seed.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { type Gh, type GhBinary, ghAs, ghIn, overProxy } from "../support/gh.ts";
import { cloneFrom, type Git } from "../support/git.ts";

export interface HandoverScene {
  readonly bus: TestBus;
  /** Alice's clone, and the commands of her and the others. */
  readonly git: Git;
  readonly alice: Gh;
  readonly maria: Gh;
  readonly clone: (login: string, repository: string) => Promise<Git>;
  /** @returns the number */
  readonly create: (title: string, kind: string, body: string) => Promise<string>;
  readonly newTask: (goal: string) => Promise<string>;
  readonly handOver: (sections: Partial<typeof good>) => Promise<string>;
  readonly edit: (number: string, sections: Partial<typeof good>) => Promise<void>;
  readonly see: (number: string) => Promise<z.infer<typeof issueShape>>;
  readonly labels: (number: string) => Promise<readonly string[]>;
  /** The text of the App's first comment. */
  readonly status: (number: string) => Promise<string>;
  /** A branch from main, pushed with one commit. @returns the commit */
  readonly push: (branch: string, files: Readonly<Record<string, string>>) => Promise<string>;
  readonly propose: (title: string, ...more: readonly string[]) => Promise<string>;
  /** A check run of a workflow, which succeeds. */
  readonly ran: (sha: string, name?: string) => Promise<void>;
  /** The text of our check on a commit. */
  readonly gate: (sha: string) => Promise<string | undefined>;
  readonly ruleset: (...rules: readonly object[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

const issueShape = z.object({
  state: z.string(),
  labels: z.array(z.object({ name: z.string() })),
  comments: z.array(z.object({ body: z.string() })),
});
const runsShape = z.object({ check_runs: z.array(z.object({ conclusion: z.string() })) });

const good = {
  Completes: "",
  Status: "complete",
  Changes: "",
  Verified: "- npm test: passed, 41 tests",
  Context: "Tokens end after an hour.",
  "Next steps": "1. Log out.",
  "Pull request": "",
};

/** As the issue form writes it; empty sections are omitted. */
export const says = (sections: Readonly<Record<string, string>>): string =>
  Object.entries(sections)
    .flatMap(([label, value]) => (value === "" ? [] : `### ${label}\n\n${value}\n`))
    .join("\n");

/** An App that may merge, in a repository with these settings. */
function seedWith(settings: string) {
  const [demo] = demoSeed.repositories;
  if (demo === undefined) throw new Error("The seed has a repository.");
  const { app } = demoSeed;
  const permissions = { ...app.permissions, contents: "write", pull_requests: "write" } as const;
  const files = { ...demo.files, ".github/signalbox.yml": settings };
  return { ...demoSeed, app: { ...app, permissions }, repositories: [{ ...demo, files }] };
}

export async function openHandoverScene(binary: GhBinary, settings: string): Promise<HandoverScene> {
  const bus = await startBus({ seed: seedWith(settings) });
  const { hub } = bus;
  const clones: Git[] = [];
  const clone = async (login: string, repository: string): Promise<Git> => {
    const site = "http://github.localhost";
    const made = await cloneFrom(hub, {
      login,
      token: hub.tokenOf(login),
      repository,
      env: overProxy(hub),
      site,
    });
    clones.push(made);
    return made;
  };
  const git = await clone("alice", "acme/demo");
  const alice = ghIn(binary, hub, hub.tokenOf("alice"), git);
  const maria = ghAs(binary, hub, hub.tokenOf("maria"), "github.localhost/acme/demo");

  const create: HandoverScene["create"] = async (title, kind, body) => {
    const asked = ["issue", "create", "--title", title, "--label", `kind:${kind}`, "--body-file", "-"];
    const url = await alice.ok(asked, body);
    await bus.settled();
    return numberIn(url);
  };
  const see: HandoverScene["see"] = async (number) =>
    issueShape.parse(await alice.json(["issue", "view", number, "--json", "state,labels,comments"]));
  return {
    bus,
    git,
    alice,
    maria,
    clone,
    create,
    see,
    newTask: (goal) => create(goal, "task", says({ Goal: goal })),
    handOver: (sections) => create("Handover: the work", "handover", says({ ...good, ...sections })),
    edit: async (number, sections) => {
      await alice.ok(["issue", "edit", number, "--body-file", "-"], says({ ...good, ...sections }));
      await bus.settled();
    },
    labels: async (number) => (await see(number)).labels.map(({ name }) => name),
    status: async (number) => (await see(number)).comments[0]?.body ?? "",
    push: async (branch, files) => {
      await git.run("checkout", "--quiet", "-b", branch, "origin/main");
      const sha = await git.commit(`Work on ${branch}`, files);
      await git.run("push", "--quiet", "--set-upstream", "origin", branch);
      return sha;
    },
    propose: async (title, ...more) =>
      numberIn(await alice.ok(["pr", "create", "--title", title, "--body", "See the task.", ...more])),
    ran: async (sha, name = "npm test") => {
      const bot = await bus.testHub.asInstallation();
      const run = { name, head_sha: sha, status: "completed", conclusion: "success" };
      await bot("POST", "/repos/acme/demo/check-runs", run);
      await bus.settled();
    },
    gate: async (sha) => {
      const asked = `repos/acme/demo/commits/${sha}/check-runs?check_name=signalbox/handover`;
      const [newest, ...older] = runsShape.parse(await alice.json(["api", asked])).check_runs;
      if (older.length > 0) throw new Error(`The commit ${sha} has more than one check of ours.`);
      return newest?.conclusion;
    },
    ruleset: async (...rules) => {
      const ruleset = {
        name: "Main",
        enforcement: "active",
        rules,
        conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
      };
      const asked = ["api", "--method", "POST", "repos/acme/demo/rulesets", "--input", "-"];
      await maria.ok(asked, JSON.stringify(ruleset));
    },
    close: async () => {
      for (const each of [alice, maria, ...clones]) each.close();
      await bus.stop();
    },
  };
}

function numberIn(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}
