/** Whose approval covers everything that a merge brought. */
import { expect, test } from "vitest";
import { approversOf } from "../../../src/github/authorship/approvers.ts";
import type { Client } from "../../../src/github/transport/client.ts";
import { demo } from "../../support/issues.ts";

const merge = "a".repeat(40);
const whole = "b".repeat(40);
const part = "c".repeat(40);

interface Pull {
  readonly head: string;
  readonly mergeCommit?: string;
  /** The oldest first: who, what, and of which commit. */
  readonly reviews: readonly (readonly [login: string, state: string, commit: string])[];
}

async function approvers(pulls: readonly Pull[]): Promise<readonly string[]> {
  const client: Pick<Client, "get"> = {
    get: async (_as, route, { number, page, per_page }, shape) => {
      const shown = route.endsWith("/reviews")
        ? (pulls[Number(number)]?.reviews ?? [])
            .slice((Number(page) - 1) * Number(per_page), Number(page) * Number(per_page))
            .map(([login, state, commit_id]) => ({
              state,
              commit_id,
              user: { node_id: `U_${login}`, login, type: "User" },
            }))
        : pulls.map(({ head, mergeCommit = merge }, i) => ({
            number: i,
            merged_at: "2026-01-01T00:00:00Z",
            merge_commit_sha: mergeCommit,
            head: { sha: head },
          }));
      return { type: "fresh", data: shape.parse(shown), etag: undefined, link: undefined };
    },
  };
  return (await approversOf(client, demo, merge)).map(({ login }) => login);
}

test("N07 an approval counts for the whole pull request that the commit merged, until its author withdraws it", async () => {
  const approves = ["maria", "APPROVED", whole] as const;
  expect(await approvers([{ head: whole, reviews: [approves] }])).toEqual(["maria"]);
  expect(await approvers([{ head: whole, reviews: [["maria", "APPROVED", part]] }])).toEqual([]);
  expect(
    await approvers([{ head: whole, reviews: [approves, ["maria", "CHANGES_REQUESTED", whole]] }]),
  ).toEqual([]);
  expect(await approvers([{ head: whole, mergeCommit: part, reviews: [approves] }])).toEqual([]);
  expect(await approvers([])).toEqual([]);
});

test("N07 an approval of a part that ended with the same commit does not count for the whole", async () => {
  const ofPart = { head: part, reviews: [["maria", "APPROVED", part]] } as const;
  expect(await approvers([ofPart, { head: whole, reviews: [] }])).toEqual([]);
  const both = { head: whole, reviews: [["maria", "APPROVED", whole]] } as const;
  expect(await approvers([ofPart, both])).toEqual(["maria"]);
});

test("N07 the newest review of a user counts, however many reviews there are", async () => {
  const chatter = Array.from({ length: 120 }, () => ["alice", "COMMENTED", whole] as const);
  const says = (state: string) => ["maria", state, whole] as const;
  const reviews = [says("APPROVED"), ...chatter, says("DISMISSED")];
  expect(await approvers([{ head: whole, reviews }])).toEqual([]);
  const endless = Array.from({ length: 900 }, () => says("APPROVED"));
  expect(await approvers([{ head: whole, reviews: endless }])).toEqual([]);
});
