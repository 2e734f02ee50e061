/** Mutations of check runs: an App creates one. */
import { createRun } from "../../ops/checks/check-runs.ts";
import { checkConclusions, checkStatuses, suiteById } from "../../state/pulls/checks.ts";
import { toEnum } from "../executor/enums.ts";
import { runNode } from "../git/check-rollup.ts";
import { idOf, type MutationResolvers, outcome } from "./call.ts";

export const checkMutations: MutationResolvers = {
  createCheckRun: (call) => {
    const { input, viewing } = call;
    const output = input.input("output");
    const run = outcome(
      call,
      createRun(viewing.core, viewing.actor, {
        repositoryId: idOf(call, "repositoryId", "R"),
        headSha: input.text("headSha"),
        name: input.text("name"),
        externalId: input.optionalText("externalId"),
        detailsUrl: input.optionalText("detailsUrl"),
        status: wordOf(checkStatuses, input.optionalText("status")),
        conclusion: wordOf(checkConclusions, input.optionalText("conclusion")),
        output: input.has("output")
          ? {
              title: output.text("title"),
              summary: output.text("summary"),
              text: output.optionalText("text"),
            }
          : undefined,
      }),
    );
    const suite = suiteById(viewing.core.state, run.suiteId);
    return { checkRun: suite === undefined ? null : runNode(viewing.core, { run, suite }, () => false) };
  },
};

function wordOf<const W extends string>(words: readonly W[], given: string | undefined): W | undefined {
  return words.find((word) => toEnum(word) === given);
}
