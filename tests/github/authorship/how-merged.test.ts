/**
 * Whether the user who merged a pull request had seen what was merged, by what GitHub shows of auto-merge and
 * of pushes.
 */
import { describe, expect, test } from "vitest";
import { readMerge } from "../../../src/github/authorship/how-merged.ts";
import type { Client } from "../../../src/github/transport/client.ts";
import { demo, person } from "../../support/issues.ts";

const maria = person("maria");
const bob = person("bob");
const head = "a".repeat(40);
const earlier = "b".repeat(40);
const merged = "c".repeat(40);
const at = (minute: number): string => `2026-01-01T10:${String(minute).padStart(2, "0")}:00Z`;
const noCommit = "0".repeat(40);

type Event = readonly [typename: string, minute?: number];
type Push = readonly [after: string, minute: number, by: typeof maria];

interface World {
  readonly events?: readonly Event[];
  /** Of the pull request's branch, the newest first. */
  readonly pushes?: readonly Push[];
  readonly isFork?: boolean;
  readonly mergeCommit?: string | null;
  /** Whether GitHub lists it with the commit, or only among the newest. */
  readonly isOfCommit?: boolean;
  /** How many pull requests GitHub counts for the commit. */
  readonly many?: number;
  /** Events of another pull request that ended with the same commit. */
  readonly others?: readonly Event[];
}

/** Maria's merge at 10:30. */
function how(world: World, answer?: unknown) {
  const { events = [], pushes = [], isFork = false, mergeCommit = merged, isOfCommit = false } = world;
  const pullWith = (all: readonly Event[]) => ({
    mergeCommit: mergeCommit && { oid: mergeCommit },
    headRefOid: head,
    headRefName: "more",
    isCrossRepository: isFork,
    timelineItems: {
      nodes: all.map(([__typename, minute]) => ({
        __typename,
        ...(minute === undefined ? {} : { createdAt: at(minute) }),
      })),
    },
  });
  const pull = pullWith(events);
  const other = world.others === undefined ? [] : [pullWith(world.others)];
  const data = {
    node: {
      pullRequests: { nodes: isOfCommit ? [] : [...other, pull] },
      commit: { associatedPullRequests: { totalCount: world.many ?? 1, nodes: isOfCommit ? [pull] : [] } },
    },
  };
  const activity = pushes.map(([after, minute, by], i) => ({
    id: pushes.length - i,
    before: pushes[i + 1]?.[0] ?? noCommit,
    after,
    timestamp: at(minute),
    activity_type: "push",
    actor: { node_id: by.id, login: by.login, type: "User" },
  }));
  const client: Pick<Client, "query" | "get"> = {
    query: async () => Object(answer ?? { data, problems: [] }),
    get: async (_as, _route, parameters, shape) => {
      expect(parameters).toMatchObject({ ref: "refs/heads/more" });
      return { type: "fresh", data: shape.parse(activity), etag: undefined, link: undefined };
    },
  };
  return readMerge(client, demo, { commit: merged, at: Date.parse(at(30)), by: maria });
}

const opened: Push = [earlier, 1, bob];
const pushed: Push = [head, 10, bob];
const before = [pushed, opened];
const on = (minute: number): Event => ["AutoMergeEnabledEvent", minute];

describe("N05 a merge in a user's name", () => {
  test.each<[string, World]>([
    ["by hand", {}],
    ["by hand, of a pull request that GitHub shows beside the commit alone", { isOfCommit: true }],
    ["by hand, after auto-merge was switched off", { events: [on(5), ["AutoMergeDisabledEvent"]] }],
    ["by hand, after another base was chosen", { events: [["BaseRefChangedEvent"]] }],
    ["automatically, of what existed when auto-merge was enabled", { events: [on(12)], pushes: before }],
    [
      "automatically, of what the user who enabled auto-merge has pushed since",
      { events: [on(9)], pushes: [[head, 10, maria], opened] },
    ],
    [
      "automatically, though another user pushed after the merge",
      { events: [on(12)], pushes: [["d".repeat(40), 40, bob], ...before] },
    ],
  ])("a merge was seen if it was made %s", async (_how, world) => {
    expect(await how(world)).toBe("seen");
  });

  test.each<[string, World]>([
    ["another user pushed since auto-merge was enabled", { events: [on(5)], pushes: before }],
    [
      "another user pushed since auto-merge by squash was enabled",
      { events: [["AutoSquashEnabledEvent", 5]], pushes: before },
    ],
    [
      "another user pushed since auto-merge by rebase was enabled",
      { events: [["AutoRebaseEnabledEvent", 5]], pushes: before },
    ],
    ["another user pushed within the same second", { events: [on(10)], pushes: before }],
    [
      "another user pushed and reverted it since",
      { events: [on(12)], pushes: [[head, 20, bob], [earlier, 15, bob], pushed, opened] },
    ],
    [
      "auto-merge was switched on again too early",
      { events: [on(2), ["AutoMergeDisabledEvent"], on(5)], pushes: before },
    ],
    ["another base was chosen since", { events: [on(12), ["BaseRefChangedEvent"]], pushes: before }],
    [
      "its base branch was deleted since",
      { events: [on(12), ["AutomaticBaseChangeSucceededEvent"]], pushes: before },
    ],
    ["a queue had it", { events: [["AddedToMergeQueueEvent"]] }],
    ["a fork's pushes are not told", { events: [on(12)], pushes: before, isFork: true }],
    ["no pushes are told", { events: [on(12)] }],
    ["more pull requests are of the commit than are read", { isOfCommit: true, many: 11 }],
    [
      "another pull request ended with the same commit, untouched by auto-merge",
      { events: [on(5)], pushes: before, others: [] },
    ],
    ["the push of what was merged is not told", { events: [on(12)], pushes: [opened] }],
    [
      "too much happened since to know",
      { events: Array.from({ length: 30 }, (): Event => ["BaseRefChangedEvent"]) },
    ],
  ])("a merge was not seen: %s", async (_why, world) => {
    expect(await how(world)).toBe("unseen");
  });

  test("a merge was not seen if GitHub does not tell", async () => {
    expect(await how({}, { data: { node: null }, problems: [] })).toBe("unseen");
  });

  test("a commit that merged no pull request is not a merge", async () => {
    expect(await how({ mergeCommit: "e".repeat(40) })).toBe("no merge");
    expect(await how({ mergeCommit: null })).toBe("no merge");
  });
});
