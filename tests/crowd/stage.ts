/** The hub, its repository with the agents and their tasks, the server, and the people: who answers, and who checks. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { writeHubSession } from "../../src/cli/hub/hub-session.ts";
import { makeKeyPair } from "../../src/hub/auth/secrets.ts";
import { type Hub, startHub } from "../../src/hub/hub.ts";
import { labelsToMake } from "../../src/protocol/label.ts";
import { type Actor, actorOf } from "../support/actor.ts";
import { appToken } from "../support/app-token.ts";
import { type Crew, nameCrew, seedWith } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { Server } from "./server.ts";

/** An agent, each with a login of its own. */
export const agentNames = ["ada", "bea", "cal", "dan", "eva", "fin", "gus", "hal", "ida", "jon"] as const;
export type AgentName = (typeof agentNames)[number];

const lookEveryMs = 400;
const tokenShape = z.object({ token: z.string() });

/** What every program needs, and nothing else of this process's environment. */
export const bareEnvironment = {
  PATH: process.env.PATH ?? "",
  LANG: "C.UTF-8",
  NODE_COMPILE_CACHE: join(tmpdir(), "signalbox-compiled"),
  ...(process.env.TMPDIR === undefined ? {} : { TMPDIR: process.env.TMPDIR }),
};

export interface Task {
  readonly number: number;
  readonly asks: boolean;
}

export class Stage {
  readonly folder: string;
  /** The server's data folder. */
  readonly home: string;
  readonly hub: Hub;
  readonly server: Server;
  readonly #over = new AbortController();
  #people: Promise<unknown> = Promise.resolve();

  private constructor(folder: string, hub: Hub, env: Readonly<Record<string, string>>) {
    this.folder = folder;
    this.home = join(folder, "data");
    this.hub = hub;
    mkdirSync(this.home);
    this.server = new Server(this.hub, this.home, { ...bareEnvironment, HOME: folder, ...env });
  }

  /** @param env further variables of the server */
  static async open(
    agents: readonly AgentName[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Stage> {
    const crew: Crew = Object.fromEntries(agents.map((name) => [name, { login: name }]));
    const seed = seedWith(crew);
    const permissions = { ...seed.app.permissions, contents: "write", pull_requests: "write" } as const;
    const repositories = seed.repositories.map((each) => ({ ...each, labels: labelsToMake() }));
    const { privateKey } = makeKeyPair();
    const app = { privateKey, ...seed.app, permissions };
    // No checked one: what checks its answers would take the time that is measured.
    const hub = await startHub({ home: ":memory:", port: 0, seed: { ...seed, app, repositories } });
    const stage = new Stage(mkdtempSync(join(tmpdir(), "signalbox-crowd-")), hub, env);
    stage.writeSession(stage.home, agents, stage.hub.url);
    await nameCrew({ as: (login) => stage.as(login), settled: () => stage.hub.idle() }, crew, merges);
    await stage.server.start();
    stage.#people = Promise.all([stage.#answer(), stage.#check()]);
    return stage;
  }

  as(login: string): Actor {
    return actorOf(this.hub.url, this.hub.tokenOf(login), login, "acme/demo");
  }

  /** As `signalbox hub` leaves it for the shells of its users. @param url where they reach the hub */
  writeSession(home: string, agents: readonly AgentName[], url: string): void {
    const tokens = Object.fromEntries(agents.map((name) => [name, this.hub.tokenOf(name)]));
    writeHubSession(home, { url, repository: "acme/demo", tokens });
  }

  /** @param hasQuestion whether the task at a place has a question to ask first; every third if omitted */
  async openTasks(count: number, hasQuestion = (at: number) => at % 3 === 0): Promise<readonly Task[]> {
    const maria = this.as("maria");
    const tasks: Task[] = [];
    for (let at = 0; at < count; at++) {
      const asks = hasQuestion(at);
      const goal = asks ? "A file says hello. Ask which words first." : "A file says hello.";
      tasks.push({
        number: await maria.open(`Say hello ${at + 1}`, form({ Goal: goal }), ["kind:task"], []),
        asks,
      });
    }
    return tasks;
  }

  async close(): Promise<void> {
    this.#over.abort();
    await this.#people;
    await this.server.stop();
    await this.hub.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A person answers each question once. */
  async #answer(): Promise<void> {
    const bob = this.as("bob");
    const answered = new Set<number>();
    await this.#keepLooking(async () => {
      const open = { ...bob.repository, state: "open", labels: "kind:question" } as const;
      const { data } = await bob.octokit.rest.issues.listForRepo(open);
      for (const { number } of data.filter((each) => !answered.has(each.number))) {
        answered.add(number);
        await bob.comment(number, "/answer All lower case.");
      }
    });
  }

  /** The workflow that the hub does not run: it succeeds on the head of each pull request. */
  async #check(): Promise<void> {
    const token = await this.#installationToken();
    const checked = new Set<string>();
    await this.#keepLooking(async () => {
      const { octokit, repository } = this.as("bob");
      const { data } = await octokit.rest.pulls.list({ ...repository, state: "open" });
      for (const { head } of data.filter((each) => !checked.has(each.head.sha))) {
        checked.add(head.sha);
        const run = {
          name: "npm test",
          head_sha: head.sha,
          status: "completed",
          conclusion: "success",
        } as const;
        const bot = actorOf(this.hub.url, token, "bot", "acme/demo");
        await bot.octokit.rest.checks.create({ ...bot.repository, ...run });
      }
    });
  }

  async #installationToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const token = await appToken(this.hub.app, { iat: now - 30, exp: now + 300 });
    const path = `/app/installations/${this.hub.app.installationId}/access_tokens`;
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${this.hub.url}/api/v3${path}`, { method: "POST", headers });
    return tokenShape.parse(await response.json()).token;
  }

  async #keepLooking(look: () => Promise<void>): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      await look();
      await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

const merges = "handovers: { merge: when accepted }\n";
