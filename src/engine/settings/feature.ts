/** Handles changes of the settings file that await a person's approval. */
import { handlerOf } from "../commands/order.ts";
import type { Feature } from "../feature.ts";
import { settingsAskedBy } from "../messages/settings-asked.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { approveSettings, refuseDecision } from "./approve-settings.ts";

const asks = (record: IssueRecord): boolean => settingsAskedBy(record) !== undefined;

export const settings: Feature = {
  name: "settings",
  commands: [
    handlerOf("approve", approveSettings, asks),
    handlerOf("answer", refuseDecision, asks),
    handlerOf("decide", refuseDecision, asks),
  ],
};
