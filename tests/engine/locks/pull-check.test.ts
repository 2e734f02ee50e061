/** What the check on a pull request says, given its files and what others have locked. */
import { describe, expect, test } from "vitest";
import { runToEnd } from "../../../src/engine/fold/run-to-end.ts";
import {
  judgePull,
  lockedFiles,
  type OwnTasks,
  type PullFiles,
} from "../../../src/engine/locks/pull-check.ts";
import type { TaskLocks } from "../../../src/engine/model/snapshot.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";

const now = 1_000_000;
const ada = { agent: "ada", account: "U_ada", login: "ada" };
const nobody: OwnTasks = { tasks: new Set(), holders: [] };

type Request = TaskLocks["requests"][number];
const locked = (globs: string[], more: Partial<Request> = {}): TaskLocks => ({
  id: "I_12",
  number: 12,
  holder: ada,
  requests: [{ globs, token: 1, askedAt: 0, since: 1, ...more }],
});

function pull(files: readonly string[], isWhole = true): PullFiles {
  return { number: 7, headSha: "a".repeat(40), closes: [], files, isWhole };
}

function judge(files: PullFiles, tasks: readonly TaskLocks[], own = nobody, locks: object = {}) {
  const settings = settingsSchema.parse({ locks });
  return runToEnd(judgePull(files, own, runToEnd(lockedFiles(tasks, settings, now)), settings.locks));
}

describe("AG52 a pull request", () => {
  test("that touches a locked file is neutral, or fails where the settings enforce locks", () => {
    const tasks = [locked(["src/api"])];
    const overlaps = [{ path: "src/api/a.ts", glob: "src/api", holder: "ada", task: 12 }];
    expect(judge(pull(["src/api/a.ts", "b"]), tasks)).toEqual({ conclusion: "neutral", overlaps });
    expect(judge(pull(["src/api/a.ts"]), tasks, nobody, { enforce: true })).toEqual({
      conclusion: "failure",
      overlaps,
    });
  });

  test("K05 with more files than GitHub lists is never called a success while others have locked anything", () => {
    const many = Array.from({ length: 3_000 }, (_, at) => `web/${at}.ts`);
    expect(judge(pull(many, false), [locked(["src/api"])]).conclusion).toBe("action_required");
    expect(judge(pull([...many, "src/api"], false), [locked(["src/api"])]).conclusion).toBe("neutral");
    expect(judge(pull(many, false), []).conclusion).toBe("success");
  });

  test.each([
    ["of the task itself", { own: { tasks: new Set([12]), holders: [] } }],
    ["of its holder's other task", { own: { tasks: new Set([13]), holders: [ada] } }],
    ["beside a shared lock", { request: { isShared: true } }],
    ["beside a lock whose time is over", { request: { forMs: 10 } }],
    ["of a file that is open to all", { locks: { open: ["src/*.ts"] } }],
  ])("is a success %s", (_, { own = nobody, request = {}, locks = {} }: Case) => {
    expect(judge(pull(["src/a.ts"]), [locked(["src"], request)], own, locks).conclusion).toBe("success");
  });

  test("is not held up by what only waits", () => {
    const [request] = locked(["src"]).requests;
    const { since: _, ...waits } = request ?? { globs: [], askedAt: 0 };
    expect(judge(pull(["src/a.ts"]), [{ ...locked([]), requests: [waits] }]).conclusion).toBe("success");
  });

  test("of a renamed file is compared by both names", () => {
    expect(judge(pull(["web/a.ts", "src/a.ts"]), [locked(["src"])]).overlaps).toMatchObject([
      { path: "src/a.ts" },
    ]);
  });
});

interface Case {
  readonly own?: OwnTasks;
  readonly request?: Partial<Request>;
  readonly locks?: object;
}
