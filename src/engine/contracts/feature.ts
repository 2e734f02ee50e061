/** Has provider and consumers agree on an interface, and puts breaking changes before people. */
import { handlerOf } from "../commands/order.ts";
import type { Feature } from "../feature.ts";
import { askObjection } from "./ask-objection.ts";
import { breakingChange } from "./breaking-trigger.ts";
import { contractSettled } from "./close-contract.ts";
import { ackWanted, contractChanged } from "./contract-notes.ts";
import { contractStatusText } from "./contract-status-text.ts";
import { followContract } from "./follow-contract.ts";
import { ack, object } from "./say.ts";
import { settleContract } from "./settle-contract.ts";

export const contracts: Feature = {
  name: "contracts",
  stateRules: () => [settleContract],
  projectionRules: () => [followContract, askObjection],
  commands: [handlerOf("ack", ack), handlerOf("object", object)],
  triggers: [breakingChange],
  status: { contract: contractStatusText },
  closes: { contract: contractSettled },
  notes: [ackWanted, contractChanged],
};
