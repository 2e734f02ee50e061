/** Check runs: their limits. */
import { NotAsked } from "../not-asked.ts";
import { headOf } from "../proposals.ts";
import type { RehearsalCase } from "../rehearsal-case.ts";
import type { Side } from "../side.ts";

export const checkCases: readonly RehearsalCase[] = [
  {
    id: "checks.lengths",
    question: "Are long titles and external ids of check runs refused?",
    creations: 3,
    observe: async (side) => {
      const plain = await run(side, { title: "t", summary: "s" }, "x");
      const title = await run(side, { title: "t".repeat(300), summary: "s" }, "x");
      const externalId = await run(side, { title: "t", summary: "s" }, "x".repeat(1_000));
      return { plain, title, externalId };
    },
  },
  {
    id: "checks.unknown-commit",
    question: "How is a check run refused on a commit that is not there?",
    creations: 1,
    observe: async (side) => run(side, { title: "t", summary: "s" }, "x", "0".repeat(40)),
  },
  {
    id: "checks.fork-head",
    question: "Can the App make a check run on the head of a fork?",
    creations: 1,
    assumed: { status: 201 },
    observe: async (side) => {
      const { waitForPerson, person, webUrl } = side.options;
      if (waitForPerson === undefined) throw new NotAsked("Nobody is at the terminal.");
      const { owner, repo } = side.place;
      const typed = await waitForPerson(
        `From another account, fork ${webUrl}/${owner}/${repo}, open a pull request titled "Rehearsal: a fork" from it, and type its number. Delete the fork afterwards.`,
      );
      const at = { ...side.place, pull_number: Number(typed) };
      const { status, body } = await person.rest("GET /repos/{owner}/{repo}/pulls/{pull_number}", at);
      if (status !== 200 || body.head.repo?.full_name === body.base.repo.full_name)
        throw new NotAsked(`${typed} is no pull request from a fork.`);
      side.leftovers.add(`Pull request #${typed}`, () =>
        side.tryDelete("PATCH /repos/{owner}/{repo}/pulls/{pull_number}", {
          pull_number: at.pull_number,
          state: "closed",
        }),
      );
      return run(side, { title: "t", summary: "s" }, "x", body.head.sha);
    },
  },
];

async function run(
  side: Side,
  output: { readonly title: string; readonly summary: string },
  external_id: string,
  sha?: string,
): Promise<{ readonly [key: string]: string | number }> {
  const { app } = side.options;
  const answer = await side.create(app, "POST /repos/{owner}/{repo}/check-runs", {
    ...side.place,
    name: "signalbox/rehearsal",
    head_sha: sha ?? (await headOf(side)),
    status: "completed",
    conclusion: "neutral",
    external_id,
    output,
  });
  return side.describeRefusal(answer);
}
