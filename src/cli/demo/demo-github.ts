/**
 * The people and agents of the demo, who use the hub through the real `gh`, or through Octokit if gh is not
 * installed. Bodies are passed on standard input: on a command line, a shell or a leading dash could change
 * them.
 */
import { spawn } from "node:child_process";
import { Octokit } from "@octokit/rest";
import { Defect } from "../../base/errors.ts";
import { ghEnvironment } from "../gh/gh-environment.ts";
import type { HubSession } from "../hub/hub-session.ts";

/** A person or an agent of the demo. */
export interface DemoUser {
  /** Resolves to the new issue's number. */
  readonly open: (title: string, body: string) => Promise<number>;
  readonly comment: (issue: number, body: string) => Promise<void>;
  /** Commits a new file to the default branch. */
  readonly write: (path: string, text: string) => Promise<void>;
}

/** An issue as every reader of the repository sees it. */
export interface DemoIssue {
  readonly state: string;
  readonly labels: readonly string[];
}

export interface DemoGitHub {
  /** The tool that the actors use, for the printed introduction. */
  readonly tool: string;
  readonly user: (login: string) => DemoUser;
  readonly readIssue: (issue: number) => Promise<DemoIssue>;
  /** Resolves to the node id of a user's account. */
  readonly accountOf: (login: string) => Promise<string>;
}

/**
 * @param home absolute path of the data folder
 * @param pause before each thing that a user does
 */
export async function demoGitHub(
  session: HubSession,
  home: string,
  pause: () => Promise<void>,
): Promise<DemoGitHub> {
  const version = await ghVersion();
  const reading = { readIssue: issueReader(session), accountOf: accountReader(session) };
  const userOf = (login: string): DemoUser =>
    version === undefined ? octokitUser(session, login) : ghUser(session, login, home);
  return { tool: version ?? "Octokit", user: (login) => paced(userOf(login), pause), ...reading };
}

function paced(user: DemoUser, pause: () => Promise<void>): DemoUser {
  return {
    open: (title, body) => pause().then(() => user.open(title, body)),
    comment: (issue, body) => pause().then(() => user.comment(issue, body)),
    write: (path, text) => pause().then(() => user.write(path, text)),
  };
}

function accountReader(session: HubSession): DemoGitHub["accountOf"] {
  const { octokit } = octokitOf(session, "maria");
  return async (login) => (await octokit.rest.users.getByUsername({ username: login })).data.node_id;
}

function issueReader(session: HubSession): DemoGitHub["readIssue"] {
  const { octokit, owner, repo } = octokitOf(session, "maria");
  return async (issue) => {
    const { data } = await octokit.rest.issues.get({ owner, repo, issue_number: issue });
    const labels = data.labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
    return { state: data.state, labels };
  };
}

function octokitOf(session: HubSession, login: string) {
  const [owner = "", repo = ""] = session.repository.split("/");
  const octokit = new Octokit({ baseUrl: `${session.url}/api/v3`, auth: session.tokens[login] });
  return { octokit, owner, repo };
}

async function ghVersion(): Promise<string | undefined> {
  try {
    const [line] = (await gh(["--version"], "", process.env)).split("\n");
    return line;
  } catch {
    return undefined;
  }
}

function ghUser(session: HubSession, login: string, home: string): DemoUser {
  const env = { ...process.env, ...ghEnvironment(session, login, home, process.env) };
  return {
    open: async (title, body) => {
      const address = await gh(["issue", "create", "--title", title, "--body-file", "-"], body, env);
      const number = /\/issues\/(\d+)\s*$/.exec(address)?.[1];
      if (number === undefined) throw new Defect(`gh issue create printed no URL: ${address}`);
      return Number(number);
    },
    comment: async (issue, body) => {
      await gh(["issue", "comment", String(issue), "--body-file", "-"], body, env);
    },
    write: async (path, text) => {
      const words = [
        "api",
        "--method",
        "PUT",
        `repos/${session.repository}/contents/${path}`,
        "--input",
        "-",
      ];
      await gh(words, JSON.stringify(commitOf(path, text)), env);
    },
  };
}

function octokitUser(session: HubSession, login: string): DemoUser {
  const { octokit, owner, repo } = octokitOf(session, login);
  return {
    open: async (title, body) => (await octokit.rest.issues.create({ owner, repo, title, body })).data.number,
    comment: async (issue, body) => {
      await octokit.rest.issues.createComment({ owner, repo, issue_number: issue, body });
    },
    write: async (path, text) => {
      await octokit.rest.repos.createOrUpdateFileContents({ owner, repo, path, ...commitOf(path, text) });
    },
  };
}

function commitOf(path: string, text: string) {
  return { message: `Add ${path}`, content: Buffer.from(text).toString("base64") };
}

function gh(
  args: readonly string[],
  input: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn("gh", args, { env, stdio: ["pipe", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    err += String(chunk);
  });
  child.on("error", reject);
  child.on("close", (code) => {
    if (code === 0) resolve(out);
    else reject(new Defect(`gh ${args.slice(0, 2).join(" ")} failed: ${err.trim()}`));
  });
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  return promise;
}
