/** A hub with many repositories in a process of its own, so that neither its time nor its memory counts. */
import type { Hub } from "../../../src/hub/hub.ts";
import { answerParent } from "../children.ts";
import { type RecordingProxy, startRecordingProxy } from "../recording-proxy.ts";
import { startFilledHub } from "./many-repositories.ts";
import { createSamePages } from "./same-pages.ts";
import { hubQuestion, person } from "./sync-messages.ts";

let hub: Hub | undefined;
let proxy: RecordingProxy | undefined;

/** As `person`, who can read every repository. */
async function askHub(filled: Hub, body: string): Promise<unknown> {
  const headers = { authorization: `bearer ${filled.tokenOf(person)}`, "content-type": "application/json" };
  const response = await fetch(`${filled.url}/api/graphql`, { method: "POST", headers, body });
  return response.json();
}

answerParent(
  hubQuestion,
  async (asked) => {
    if (asked.type === "deliver to") hub?.setWebhookUrl(asked.url);
    if (asked.type !== "fill") return { requests: proxy?.total() ?? 0 };
    const { hub: filled, places, quietInstallation } = await startFilledHub(asked);
    hub = filled;
    proxy = await startRecordingProxy(
      filled.url,
      createSamePages(places, (body) => askHub(filled, body)),
    );
    proxy.delay(asked.latencyMs);
    const { id: appId, privateKey, webhookSecret } = filled.app;
    const token = filled.tokenOf(person);
    const urls = { url: proxy.url, hubUrl: filled.url };
    return { ...urls, appId, privateKey, webhookSecret, token, quietInstallation };
  },
  async () => {
    await proxy?.close();
    await hub?.close();
  },
);
