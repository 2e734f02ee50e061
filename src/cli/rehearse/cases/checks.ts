/** Check runs: their limits. */
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
