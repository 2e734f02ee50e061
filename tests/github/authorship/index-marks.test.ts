/** The marks of runs without a server among many checks of their name, as GitHub pages them: newest first. */
import { expect, test } from "vitest";
import { IndexMarks, type MarkPlace } from "../../../src/github/authorship/index-marks.ts";
import type { Client } from "../../../src/github/transport/client.ts";
import { sharedMarkerKeys } from "../../../src/github/write/marker.ts";
import { encodeNodeId } from "../../../src/hub/state/node-id.ts";
import { manualClock } from "../../support/manual-clock.ts";

const ours = { id: 15_368, slug: "github-actions" };
const other = { id: 7, slug: "other" };

interface Check {
  readonly id: number;
  readonly name: string;
  readonly head_sha: string;
  readonly external_id: string;
  readonly conclusion: string;
  readonly app: typeof ours;
}

const clock = manualClock(Date.parse("2026-11-28T12:00:00Z"));
const unused = () => Promise.reject(new Error("It is not asked."));
const repositoryId = encodeNodeId("R", 1);
let checks: readonly Check[] = [];

function answerOf(route: string, asked: Readonly<Record<string, unknown>>): unknown {
  if (route.endsWith("/activity")) return asked.activity_type ? [] : [{ id: 1, after: "c0" }];
  if (route.endsWith("/git/ref/{ref}")) return { object: { sha: "c0" } };
  if (route.endsWith("/commits")) return [{ sha: "c0" }];
  if (route === "/apps/{app_slug}") return ours;
  const { page, per_page: size, app_id: appId } = asked;
  const found = checks.filter(({ app }) => appId === undefined || app.id === appId);
  const newest = found.toSorted((a, b) => b.id - a.id);
  const at = (Number(page) - 1) * Number(size);
  return { total_count: found.length, check_runs: newest.slice(at, at + Number(size)) };
}

const client: Client = {
  aheadMs: () => 0,
  getIfChanged: unused,
  put: unused,
  query: unused,
  mutate: unused,
  get: async (_, route, asked, shape) => ({
    type: "fresh",
    data: shape.parse(answerOf(route, asked)),
    etag: undefined,
    link: undefined,
  }),
  post: async (_, __, made) => {
    checks = [...checks, checkOf(String(made.external_id), ours)];
  },
  patch: async (_, __, made) => {
    const external_id = String(made.external_id);
    checks = checks.map((each) => (each.id === made.check_run_id ? { ...each, external_id } : each));
  },
};

function checkOf(external_id: string, app: typeof ours): Check {
  const id = checks.length + 1;
  return { id, name: "signalbox/index", head_sha: "c0", external_id, conclusion: "neutral", app };
}

function flood(count: number, external_id: string, app: typeof ours): void {
  for (let i = 0; i < count; i++) checks = [...checks, checkOf(external_id, app)];
}

function openMarks(): IndexMarks {
  checks = [];
  const ourselves = {
    botId: "BOT_1",
    keys: sharedMarkerKeys("a secret of the repository, and long enough"),
    app: { botLogin: "github-actions[bot]" },
    host: "github.com",
  };
  const repository = {
    id: repositoryId,
    owner: "acme",
    name: "demo",
    installationId: 1,
    isPrivate: false,
    isArchived: false,
  };
  return new IndexMarks(client, ourselves, clock, async () => ({ repository, branch: "main" }));
}

async function placeOf(marks: IndexMarks): Promise<MarkPlace> {
  const place = await marks.read(".github/workflows/coordinator.yml");
  if (place === undefined) throw new Error("There is a commit.");
  return place;
}

/** Leaves two marks on one check. Resolves to the first, which somebody may post again. */
async function leaveTwo(marks: IndexMarks): Promise<string> {
  await marks.leave(await placeOf(marks), "run-1");
  const older = checks[0]?.external_id ?? "";
  await marks.leave(await placeOf(marks), "run-2");
  expect(checks).toHaveLength(1);
  return older;
}

test.each([
  ["the token itself reposted an older one", 900, ours],
  ["another App gave them the name", 5_000, other],
])("the newest mark is found below a flood of checks: %s", async (_, count, app) => {
  const marks = openMarks();
  flood(count, await leaveTwo(marks), app);
  const place = await placeOf(marks);
  expect([place.newest?.run, place.doubt]).toEqual(["run-2", undefined]);
});

test("where more checks of the token have the name than can be read, no mark counts, until the workflow changes", async () => {
  const marks = openMarks();
  flood(1_000, await leaveTwo(marks), ours);
  const { newest, doubt } = await placeOf(marks);
  expect(newest?.run).toBe("run-1");
  expect(doubt).toContain(
    "more checks are named signalbox/index than can be read, until the workflow's file changes",
  );
});

test("a mark that cannot be found leaves no room for an older one: later ones have higher numbers", async () => {
  const marks = openMarks();
  await leaveTwo(marks);
  const hidden = checks;
  checks = [];
  clock.advance(1_000);
  await marks.leave(await placeOf(marks), "run-3");
  checks = [...hidden.map((each) => ({ ...each, id: 99 })), ...checks];
  expect((await placeOf(marks)).newest?.run).toBe("run-3");
});
