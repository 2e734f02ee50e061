/**
 * Helpers for stories about the settings file: bring it, move the branch, and read the effective settings and
 * the requests for approval.
 */
import { z } from "zod";
import type { Actor } from "./actor.ts";
import type { TestBus } from "./bus.ts";
import { loseIndex, rowsOfIndex } from "./store-of-flows.ts";

export const settingsPath = ".github/signalbox.yml";

/** An issue that asks for approval of settings. */
export interface Asked {
  readonly number: number;
  readonly state: string;
  readonly body: string;
  readonly assignees: readonly string[];
  /** The command that it asks for. */
  readonly command: string;
}

export interface SettingsStory {
  /** Commits the file over the API, or removes it. Resolves to the commit. */
  readonly put: (by: Actor, text: string | undefined, branch?: string) => Promise<string>;
  /** Moves the default branch to any commit. */
  readonly force: (by: Actor, sha: string) => Promise<void>;
  /** The default branch's commit. */
  readonly head: () => Promise<string>;
  /** The effective text; undefined for the defaults. */
  readonly effectiveText: () => string | undefined;
  /** Oldest first. */
  readonly asked: () => Promise<readonly Asked[]>;
  /** Rejects unless there is exactly one request. */
  readonly onlyAsked: () => Promise<Asked>;
  /** The text of our newest check on a commit. */
  readonly checkOn: (sha: string) => Promise<string>;
  /** Resolves to all comments on the issue. */
  readonly say: (login: string, issue: number, text: string) => Promise<string>;
  /** While no server runs. */
  readonly loseIndex: () => Promise<void>;
}

export function settingsStory(bus: TestBus): SettingsStory {
  const asked = () => askedIn(bus);
  return {
    put: async (by, text, branch = "main") => {
      const sha = await bring(by, text, branch);
      await bus.settled();
      return sha;
    },
    force: async ({ octokit, repository }, sha) => {
      await octokit.rest.git.updateRef({ ...repository, ref: "heads/main", sha, force: true });
      await bus.settled();
    },
    head: async () => {
      const { octokit, repository } = bus.as("maria");
      return (await octokit.rest.git.getRef({ ...repository, ref: "heads/main" })).data.object.sha;
    },
    effectiveText: () => readEffectiveText(bus.home),
    asked,
    onlyAsked: async () => {
      const [first, ...others] = await asked();
      if (first === undefined || others.length > 0) throw new Error(`${others.length + 1} issues ask.`);
      return first;
    },
    checkOn: async (ref) => {
      const { octokit, repository } = bus.as("maria");
      const { data } = await octokit.rest.checks.listForRef({ ...repository, ref, filter: "latest" });
      const run = data.check_runs.find(({ name }) => name === "signalbox/settings");
      return `${run?.conclusion}: ${run?.output.title}`;
    },
    say: async (login, issue, text) => {
      // Nobody reads and answers in one second, and GitHub's times are whole seconds.
      bus.clock.advance(2_000);
      await bus.as(login).comment(issue, text);
      await bus.settled();
      return (await bus.as(login).comments(issue)).map(({ body }) => body).join("\n---\n");
    },
    loseIndex: () => loseIndex(bus.home),
  };
}

async function bring(
  { octokit, repository }: Actor,
  text: string | undefined,
  branch: string,
): Promise<string> {
  const { repos } = octokit.rest;
  const place = { ...repository, path: settingsPath };
  const found = await repos.getContent({ ...place, ref: branch }).catch(() => undefined);
  const sha = found !== undefined && "sha" in found.data ? found.data.sha : undefined;
  const change = { ...place, branch, message: "Change the settings" };
  const content = Buffer.from(text ?? "").toString("base64");
  const { data } =
    text === undefined
      ? await repos.deleteFile({ ...change, sha: sha ?? "" })
      : await repos.createOrUpdateFileContents({ ...change, content, ...(sha === undefined ? {} : { sha }) });
  return data.commit.sha ?? "";
}

const settingsRow = z.object({ text: z.string().nullable() });

function readEffectiveText(home: string): string | undefined {
  const [row] = z.array(settingsRow).parse(rowsOfIndex(home, "SELECT text FROM settings"));
  return row?.text ?? undefined;
}

async function askedIn(bus: TestBus): Promise<readonly Asked[]> {
  const { octokit, repository } = bus.as("maria");
  const { data } = await octokit.rest.issues.listForRepo({ ...repository, state: "all", direction: "asc" });
  return data
    .filter(({ title }) => title.startsWith("Escalation: approve the settings of"))
    .map(({ number, state, body, assignees }) => ({
      number,
      state,
      body: body ?? "",
      assignees: (assignees ?? []).map(({ login }) => login),
      command: /\/approve [0-9a-f]{8}/.exec(body ?? "")?.[0] ?? "",
    }));
}
