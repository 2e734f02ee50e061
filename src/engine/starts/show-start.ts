/** Shows a start by its label, and takes away the same label where somebody else set it. */
import { nothing, type ProjectionRule, type RuleInput } from "../model/rule.ts";
import { currentStart, startLabel, startLabelsOn } from "./start.ts";

export const showStart: ProjectionRule = { name: "show-start", project };

function project({ record, context }: RuleInput) {
  if (record.reading.kind === undefined || context.isPassive === true) return nothing;
  const start = currentStart(record.persisted);
  const wanted = start === undefined ? undefined : startLabel(start.agent);
  const others = startLabelsOn(record, context.settings).filter((label) => label.toLowerCase() !== wanted);
  const isSet = start !== undefined && start.isShown !== true;
  return {
    labels: [
      ...others.map((label) => ({ label, present: false, because: "No agent is to be started on it now." })),
      ...(wanted !== undefined && isSet
        ? [{ label: wanted, present: true, because: `${start?.agent} is to be started on it.` }]
        : []),
    ],
  };
}
