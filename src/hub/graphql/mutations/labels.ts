/** Mutations of labels, on an issue and of a repository. */
import { addLabels, removeLabels, setLabels } from "../../ops/issues/issue-labels.ts";
import { createLabel, deleteLabel, updateLabel } from "../../ops/repository/labels.ts";
import type { OpResult } from "../../ops/result.ts";
import type { Label } from "../../state/issues/labels.ts";
import { entity } from "../executor/entity.ts";
import { nodeFor } from "../issue-lookup.ts";
import {
  type Call,
  conversationOf,
  idOf,
  labelNamesIn,
  type MutationResolver,
  type MutationResolvers,
  outcome,
} from "./call.ts";

export const labelMutations: MutationResolvers = {
  addLabelsToLabelable: onLabels(addLabels, (call) => labelNamesIn(call, "labelIds")),
  removeLabelsFromLabelable: onLabels(removeLabels, (call) => labelNamesIn(call, "labelIds")),
  clearLabelsFromLabelable: onLabels(setLabels, () => []),
  createLabel: (call) => {
    const { input, viewing } = call;
    const label = createLabel(viewing.core, viewing.actor, {
      repositoryId: idOf(call, "repositoryId", "R"),
      name: input.text("name"),
      color: input.text("color"),
      description: input.optionalText("description"),
    });
    return { label: entity("Label", outcome(call, label)) };
  },
  updateLabel: (call) => {
    const { input, viewing } = call;
    const label = updateLabel(viewing.core, viewing.actor, {
      labelId: idOf(call, "id", "LA"),
      name: input.optionalText("name"),
      color: input.optionalText("color"),
      description: input.optionalText("description"),
    });
    return { label: entity("Label", outcome(call, label)) };
  },
  deleteLabel: (call) => {
    outcome(call, deleteLabel(call.viewing.core, call.viewing.actor, idOf(call, "id", "LA")));
    return {};
  },
};

/** A mutation that changes an issue's labels by one of the label operations. */
function onLabels(
  change: (...given: Parameters<typeof addLabels>) => OpResult<readonly Label[]>,
  names: (call: Call) => readonly string[],
): MutationResolver {
  return (call) => {
    const { core, actor } = call.viewing;
    const issueId = conversationOf(call, "labelableId");
    outcome(call, change(core, actor, { issueId, names: names(call) }));
    return { labelable: nodeFor(call.viewing, call.input.text("labelableId")) };
  };
}
