/** For deliveries that name nothing in GitHub's older format. */
import type { DeliveryRecipient } from "../../../src/github/webhooks/translate.ts";

export const noOlderIds: DeliveryRecipient["newerIds"] = { rename: (value) => value, findUnknown: () => [] };
