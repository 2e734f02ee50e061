/** What a person may see, where several web processes keep a list of it. */
import { expect, onTestFinished, test } from "vitest";
import { githubSettings } from "../../support/bus.ts";
import { startTestHub } from "../../support/hub.ts";
import { noPostgres } from "../../support/postgres.ts";
import { post } from "../delivery.ts";
import { signIn } from "../site/sign-in.ts";
import { startTwoWebProcesses } from "./web-processes.ts";

test.skipIf(noPostgres)(
  "a delivery about access at one web process has another one ask GitHub for a person's list again",
  async () => {
    const { hub, close } = await startTestHub();
    onTestFinished(close);
    const [one, other] = await startTwoWebProcesses(githubSettings(hub));
    hub.setCallbackUrls([...one.callbackUrls, ...other.callbackUrls]);
    const maria = await signIn(other.url, hub, "maria");
    let lists = 0;
    hub.observe((seen) => {
      if (seen.kind === "response" && seen.template === "/user/installations") lists += 1;
    });
    const readsBoard = async (): Promise<number> => {
      expect((await maria.ask("/api/v1/ready")).status).toBe(200);
      return lists;
    };
    expect([await readsBoard(), await readsBoard()]).toEqual([1, 1]);
    const headers = { "x-github-event": "repository" };
    const { status } = await post(one.url, { secret: hub.app.webhookSecret, headers });
    expect(status).toBe(202);
    await expect.poll(readsBoard, { timeout: 15_000 }).toBe(2);
    expect(await readsBoard()).toBe(2);
  },
);
