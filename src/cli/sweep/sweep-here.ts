/**
 * Carries out a sweep and prints what it wrote, or would write. Reads the variables that a workflow run has
 * in its environment.
 */
import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { systemClock } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { AskedWait } from "../../github/identity/by-token.ts";
import { isSpentQuota } from "../../github/transport/told-to-wait.ts";
import { parseRepository } from "../../operations/issue.ts";
import { oneLine } from "../../operations/output/terminal-text.ts";
import { readAnswerer } from "../../server/composition/answerer-environment.ts";
import type { PassResult } from "../../server/composition/carry-out-pass.ts";
import { type Environment, pacingFor } from "../../server/composition/environment.ts";
import { consequenceOf } from "../../server/composition/missing-permissions.ts";
import { runOnce } from "../../server/composition/one-pass.ts";
import type { PassOptions } from "../../server/composition/pass-assembly.ts";
import { appLog } from "../start/app-log.ts";
import { runtimeWith } from "../start/local-app.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface SweepFlags {
  readonly repo?: string;
  readonly dryRun?: boolean;
  readonly home?: string;
  readonly keptIndex?: string;
  readonly seal?: boolean;
  readonly timeLimit: string;
  readonly json?: boolean;
}

const minKeyBytes = 32;
const rootShape = z.url({ protocol: /^https?$/ });

export async function sweepHere(terminal: Terminal, flags: SweepFlags, limitMs: number): Promise<void> {
  const options = passOptions(terminal.env, flags, limitMs);
  const result = await attempt(options, terminal);
  terminal.out(flags.json === true ? `${JSON.stringify(result, undefined, 2)}\n` : textOf(result, options));
  const { GITHUB_OUTPUT, GITHUB_STEP_SUMMARY } = terminal.env;
  if (GITHUB_OUTPUT && result.index !== undefined)
    appendFileSync(GITHUB_OUTPUT, `sealed=${result.index.isSealed}\n`);
  if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, summaryOf(result, options));
}

/** @throws UserError for a missing or unusable variable */
function passOptions(env: Environment, flags: SweepFlags, limitMs: number): PassOptions {
  const token = env.GITHUB_TOKEN || env.GH_TOKEN;
  if (!token)
    throw new UserError(
      "There is no token. Set GITHUB_TOKEN (in a workflow, to its own `github.token`) with the permission issues: write.",
    );
  const repository = parseRepository(flags.repo ?? env.GITHUB_REPOSITORY ?? "");
  if (repository === undefined)
    throw new UserError("Which repository? Name it with --repo owner/name or GITHUB_REPOSITORY.");
  const baseUrl = apiRoot(env.GITHUB_API_URL);
  return {
    ...repository,
    token,
    baseUrl,
    limitMs,
    kept: flags.keptIndex === undefined ? undefined : keptOptions(env, flags.keptIndex, flags.seal === true),
    home: flags.home === undefined ? undefined : resolve(flags.home),
    pacing: pacingFor({ baseUrl: baseUrl && `${baseUrl}/` }),
    answerer: readAnswerer(env, systemClock),
    markerSecret: keyIn(env.SIGNALBOX_KEY),
    isDryRun: flags.dryRun === true,
  };
}

/** A workflow run is named by its id, and by the attempt: a run that is repeated writes another index. */
function keptOptions(env: Environment, file: string, seals: boolean): PassOptions["kept"] {
  const { GITHUB_RUN_ID, GITHUB_RUN_ATTEMPT, GITHUB_WORKFLOW_REF = "", GITHUB_REF } = env;
  const run = [GITHUB_RUN_ID || "by-hand", GITHUB_RUN_ATTEMPT || "1", randomUUID()].join(".");
  const [, workflow = ".github/workflows"] = /^[^/]+\/[^/]+\/([^@]+)@/.exec(GITHUB_WORKFLOW_REF) ?? [];
  return {
    file: resolve(file),
    run: run.replaceAll(/\s/g, ""),
    workflow,
    seals,
    ref: GITHUB_REF || undefined,
  };
}

function apiRoot(url: string | undefined): string | undefined {
  if (!url || url === "https://api.github.com") return undefined;
  if (rootShape.safeParse(url).success) return url.replace(/\/$/, "");
  throw new UserError(
    `GITHUB_API_URL must be a URL such as https://github.example.com/api/v3, found ${url}.`,
  );
}

function keyIn(secret: string | undefined): string | undefined {
  if (!secret) return undefined;
  const bytes = Buffer.byteLength(secret);
  if (bytes >= minKeyBytes) return secret;
  throw new UserError(
    `SIGNALBOX_KEY has ${bytes} bytes and needs at least ${minKeyBytes}, for example from: openssl rand -hex 32`,
  );
}

async function attempt(options: PassOptions, terminal: Terminal): Promise<PassResult> {
  try {
    return await runOnce(options, runtimeWith(appLog(terminal, { logLevel: "warn" })));
  } catch (thrown) {
    if (!(thrown instanceof RequestFailed)) throw thrown;
    const { failure } = thrown;
    if (failure.type === "wait" && failure.scope === "installation" && failure.isUnhealthy !== true)
      return nothingDone(options, { until: failure.retryAt, isForPoints: isSpentQuota(failure.message) });
    throw new UserError(
      `Could not read ${options.owner}/${options.repo}:  ${thrown.failure.message.slice(0, 300)}`,
      { cause: thrown },
    );
  }
}

/** A run that GitHub asked to wait before it could decide anything. It is no error: a later run does its work. */
function nothingDone({ owner, repo }: PassOptions, wait: AskedWait): PassResult {
  const repository = `${owner}/${repo}`;
  return { repository, wrote: false, isCutShort: false, wait, steps: [], missing: [] };
}

function textOf(result: PassResult, options: PassOptions): string {
  const lines = result.steps.map(
    ({ issue, what, because }) => `  ${issue}  ${oneLine(what, 100)}: ${oneLine(because, 200)}`,
  );
  const lacks = result.missing.map(
    (each) => `The token lacks ${each}. ${consequenceOf(each)} Add it to the workflow's permissions.`,
  );
  return `${[headline(result, options), ...lines, ...lacks, ...refusal(result)].join("\n")}\n`;
}

function headline({ repository, wrote, steps, isCutShort, wait }: PassResult, options: PassOptions): string {
  const rest = restOf({ isCutShort, wait });
  if (wrote) return `${repository}: ${steps.length} written.${rest}`;
  if (!options.isDryRun && options.markerSecret !== undefined)
    return `${repository}: nothing was decided.${rest}`;
  const why = options.isDryRun ? "dry run" : "SIGNALBOX_KEY is not set";
  return `${repository}: ${steps.length} would be written first; nothing was (${why}).${rest}`;
}

/** Begins with a space; empty if the run finished. */
function restOf({
  isCutShort,
  wait,
}: {
  readonly isCutShort: boolean;
  readonly wait: AskedWait | undefined;
}): string {
  if (wait === undefined) return isCutShort ? " The time limit was reached; the next run continues." : "";
  const until = `${new Date(wait.until).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return wait.isForPoints
    ? ` The GraphQL points that GitHub gives this token are spent until ${until}; a run after that continues.`
    : ` GitHub asked this token to wait until ${until}; a run after that continues.`;
}

function refusal({ index }: PassResult): readonly string[] {
  return index?.use === "refused"
    ? [
        `The kept index does not count: ${index.doubt ?? "it is not the newest run's"}. Everything was read from GitHub, and nothing is lost.`,
      ]
    : [];
}

/** The run's page renders Markdown, so text from issues goes into a code block. */
function summaryOf(result: PassResult, options: PassOptions): string {
  const text = textOf(result, options).replaceAll("`", "'");
  return `### signalbox\n\n\`\`\`\`text\n${text}\`\`\`\`\n`;
}
