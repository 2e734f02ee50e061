/**
 * The sending end: runs `git http-backend` over the bare repository, after writing out its refs. Refs are
 * rows, so those on disk are a copy, rewritten for each request.
 */
import { spawn } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { refsUnder } from "../state/git/refs.ts";
import type { Repository } from "../state/repositories.ts";
import type { State } from "../state/state.ts";
import { bareFolder, gitEnvironment } from "./run.ts";

export interface GitRequest {
  readonly method: string;
  /** Below the repository: `info/refs` or `git-upload-pack`. */
  readonly path: string;
  readonly query: string;
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  /** The `Git-Protocol` header. */
  readonly protocol: string | undefined;
  readonly body: Buffer;
}

export interface GitResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export async function serveFetch(
  state: State,
  repository: Repository,
  request: GitRequest,
): Promise<GitResponse> {
  writeRefs(state, repository);
  const { code, stdout, stderr } = await runBackend(state, repository, request);
  const end = stdout.indexOf("\r\n\r\n");
  if (code !== 0 || end < 0) throw new Error(`git http-backend ended with ${code}: ${stderr.slice(0, 500)}`);
  const lines = stdout.subarray(0, end).toString().split("\r\n");
  const headers = Object.fromEntries(lines.map((line) => splitHeader(line)));
  const { status = "200", ...rest } = headers;
  return { status: Number.parseInt(status, 10), headers: rest, body: stdout.subarray(end + 4) };
}

/** Writes the refs in the form that git reads. */
function writeRefs(state: State, repository: Repository): void {
  const folder = bareFolder(state, repository.id);
  const lines = refsUnder(state, repository.id, "refs/").map(({ name, sha }) => `${sha} ${name}\n`);
  replace(join(folder, "packed-refs"), `# pack-refs with: sorted \n${lines.join("")}`);
  replace(join(folder, "HEAD"), `ref: refs/heads/${repository.defaultBranch}\n`);
}

function replace(path: string, content: string): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

function splitHeader(line: string): readonly [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

interface Ran {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

function runBackend(state: State, repository: Repository, request: GitRequest): Promise<Ran> {
  const child = spawn("git", ["http-backend"], {
    env: {
      ...gitEnvironment(),
      GIT_PROJECT_ROOT: state.gitFolder,
      GIT_HTTP_EXPORT_ALL: "1",
      REQUEST_METHOD: request.method,
      PATH_INFO: `/${repository.id}.git/${request.path}`,
      QUERY_STRING: request.query,
      CONTENT_TYPE: request.contentType ?? "",
      CONTENT_LENGTH: String(request.body.length),
      HTTP_CONTENT_ENCODING: request.contentEncoding ?? "",
      ...(request.protocol === undefined ? {} : { GIT_PROTOCOL: request.protocol }),
    },
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  // A backend that has read enough closes its end of the pipe; its exit code and output say the rest.
  child.stdin.on("error", () => {});
  child.stdin.end(request.body);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ code, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString() }),
    );
  });
}
