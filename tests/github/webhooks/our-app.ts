/** The App that deliveries of these tests are for, and which ids GitHub has renamed: none. */
import type { DeliveryRecipient } from "../../../src/github/webhooks/translate.ts";
import { appId, botId, installationId } from "../world.ts";

export const noOlderIds: DeliveryRecipient["newerIds"] = { rename: (value) => value, findUnknown: () => [] };

export const ours: DeliveryRecipient = {
  appId,
  botId,
  host: "github.com",
  isOurInstallation: (id) => id === installationId,
  newerIds: noOlderIds,
};
