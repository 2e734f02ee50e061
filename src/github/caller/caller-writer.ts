/**
 * Writes to GitHub with the caller's token, at the pace that GitHub asks for. A creation whose response was lost is
 * looked up before it is repeated: sent again, it would be a second issue.
 */
import type { Octokit } from "@octokit/rest";
import { type Clock, toMinuteUtc } from "../../base/clock.ts";
import { GitHubRefused, NotLoggedIn, UserError } from "../../base/errors.ts";
import type { Failure } from "../../dispatcher/ports/failure.ts";
import { visibilityMs } from "../../engine/fold/seen-record.ts";
import type { CallerWriter } from "../../operations/caller-writer.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import type { Budget } from "../transport/budget.ts";
import { failureOf } from "../transport/request-failure.ts";
import { isSameText } from "../write/kept-text.ts";
import { statusOf } from "./explain-refusal.ts";
import { ownComment, ownIssue, type Viewer } from "./own-words.ts";

/** The only account of the caller's budget. */
const caller = 0;
const maxAttempts = 6;
const lookEveryMs = 2_000;
/** Our clock may be ahead of GitHub's. */
const marginMs = 60_000;

export interface WriterParts {
  readonly octokit: Octokit;
  readonly viewer: Viewer;
  readonly budget: Budget;
  readonly clock: Clock;
  readonly random: () => number;
  /** Says what is waited for. */
  readonly progress: (line: string) => void;
}

/** A write, and what to say about it. */
interface Attempt<T> {
  /** Follows "GitHub could not". */
  readonly action: string;
  readonly run: () => Promise<T>;
  /** What an earlier attempt created; absent if repeating it creates nothing. */
  readonly find?: () => Promise<T | undefined>;
}

export function createCallerWriter(parts: WriterParts): CallerWriter {
  const { octokit, viewer } = parts;
  const { issues } = octokit.rest;
  const write = <T>(attempt: Attempt<T>): Promise<T> => carryOut(parts, attempt);
  return {
    open: ({ owner, repo }, issue) =>
      write({
        action: `open ${JSON.stringify(issue.title.slice(0, 60))} in ${owner}/${repo}`,
        run: async () =>
          (await issues.create({ owner, repo, ...issue, labels: [...issue.labels] })).data.number,
        find: () => ownIssue(octokit, viewer, { owner, repo }, issue),
      }),
    comment: (ref, body) => {
      const since = parts.clock.now() - marginMs;
      return write({
        action: `comment on ${formatRef(ref)}`,
        run: async () => {
          const { data } = await issues.createComment({ ...at(ref), body });
          return { id: data.node_id, number: data.id };
        },
        find: () => ownComment(octokit, viewer, ref, { body, since }),
      });
    },
    edit: async (ref, { title, body, labels }) => {
      const changes = { title, body, ...(labels === undefined ? {} : { labels: [...labels] }) };
      const shown = await update(ref, changes, "edit");
      if (body !== undefined && !isSameText(shown, body)) throw keptOldText(ref);
    },
    close: async (ref, reason) =>
      void (await update(ref, { state: "closed", state_reason: reason }, "close")),
    reopen: async (ref) => void (await update(ref, { state: "open" }, "reopen")),
    adopt: async (parent, child) => {
      const parentOf = async (): Promise<number> => {
        const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/parent";
        return (await octokit.request(route, at(child))).data.number;
      };
      await write<true>({
        action: `add ${formatRef(child)} to ${formatRef(parent)}`,
        run: async () => {
          const { data } = await issues.get(at(child));
          await issues.addSubIssue({ ...at(parent), sub_issue_id: data.id });
          return true;
        },
        find: async () => ((await parentOf()) === parent.number ? true : undefined),
      });
    },
  };

  /** Returns the body that the issue has after it. */
  function update(
    ref: FullRef,
    changes: Omit<NonNullable<Parameters<typeof issues.update>[0]>, "owner" | "repo" | "issue_number">,
    verb: string,
  ): Promise<string> {
    const run = async (): Promise<string> =>
      (await issues.update({ ...at(ref), ...changes })).data.body ?? "";
    return write({ action: `${verb} ${formatRef(ref)}`, run });
  }
}

/** GitHub is reported to answer an update that is too long as done. */
function keptOldText(ref: FullRef): UserError {
  return new UserError(
    `GitHub answered that it saved the text of ${formatRef(ref)}, and still shows the old one. Make the text shorter, and try again.`,
  );
}

function at({ owner, repo, number }: FullRef) {
  return { owner, repo, issue_number: number };
}

async function carryOut<T>(parts: WriterParts, attempt: Attempt<T>): Promise<T> {
  const { budget, clock, random, progress } = parts;
  for (let tries = 0; ; tries++) {
    await budget.turn(caller);
    try {
      return await attempt.run();
    } catch (thrown) {
      const strikes = budget.strikes(caller);
      const failure = failureOf(thrown, {
        intent: "write",
        attempt: tries,
        strikes,
        now: clock.now(),
        random,
      });
      if (!isWorthRetrying(failure) || tries + 1 >= maxAttempts) throw refusal(attempt, failure, thrown);
      if (failure.type === "wait") {
        if (failure.scope === "installation") {
          budget.hold(caller, failure.retryAt);
          progress(
            `GitHub asks to wait until ${toMinuteUtc(failure.retryAt)} (${failure.message.slice(0, 120)})`,
          );
        }
        await clock.sleep(Math.max(0, failure.retryAt - clock.now()));
        continue;
      }
      const found = attempt.find && (await look(parts, attempt, attempt.find));
      if (found !== undefined) return found;
    }
  }
}

function isWorthRetrying(failure: Failure): boolean {
  return failure.type === "unknown" || (failure.type === "wait" && failure.isUnhealthy !== true);
}

/** Looks until GitHub must show what was created. A look that fails proves nothing. */
async function look<T>(
  { clock }: WriterParts,
  { action }: Attempt<T>,
  find: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const until = clock.now() + visibilityMs;
  for (;;) {
    const isLast = clock.now() >= until;
    try {
      const found = await find();
      if (found !== undefined || isLast) return found;
    } catch (cause) {
      if (isLast)
        throw new UserError(
          `GitHub did not say whether it could ${action}. Run this again later: it looks first.`,
          { cause },
        );
    }
    await clock.sleep(lookEveryMs);
  }
}

function refusal<T>({ action }: Attempt<T>, { message }: Failure, cause: unknown): UserError {
  const status = statusOf(cause);
  const text = `GitHub could not ${action}: ${message.slice(0, 300)}${helpFor(status)}`;
  if (status === 401) return new NotLoggedIn(text, { cause });
  const isRefused = status !== undefined && status >= 400 && status < 500;
  return new (isRefused ? GitHubRefused : UserError)(text, { cause });
}

/** What would help, begun by a space. */
function helpFor(status: number | undefined): string {
  if (status === 401) return " The token is not valid, or has expired: log in with gh auth login.";
  if (status === 403)
    return " Your login needs write access to its issues; an archived repository and a locked issue take no words.";
  if (status === 404)
    return " Check its name, and that your login may see it: gh auth status says who you are.";
  return status === 410 ? " Issues are turned off there." : "";
}
