/** Tests what survives an orderly restart, and a kill of the hub's process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import { startTestHub } from "../../support/hub.ts";

const issues = "/repos/acme/demo/issues";
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hub-restart-"));
});
afterEach(() => rmSync(home, { recursive: true }));

test("a restart keeps issues, tokens, keys, the delivery log and ids", async () => {
  const first = await startTestHub({ home });
  const token = first.hub.tokenOf("alice");
  const { body: made } = await first.as("alice")("POST", issues, { title: "Kept", labels: ["bug"] });
  await first.hub.idle();
  await first.close();
  const second = await startTestHub({ home });
  expect(second.hub.tokenOf("alice")).toBe(token);
  expect(second.hub.app).toEqual(first.hub.app);
  const { body: kept } = await second.as("alice")("GET", `${issues}/1`);
  expect(kept).toMatchObject({ id: made.id, node_id: made.node_id, labels: [{ name: "bug" }] });
  expect((await second.asApp()("GET", "/app/hook/deliveries")).body).toHaveLength(2);
  expect((await second.as("alice")("POST", issues, { title: "Next" })).body.number).toBe(2);
  await second.close();
});

test("deliveries are deleted once they are too old to be redelivered", async () => {
  const first = await startTestHub({ home });
  await first.as("alice")("POST", issues, { title: "Long ago" });
  await first.hub.idle();
  await first.close();
  const fourDaysMs = 4 * 86_400_000;
  const clock = { ...systemClock, now: () => systemClock.now() + fourDaysMs };
  const second = await startTestHub({ home, clock });
  expect((await second.asApp()("GET", "/app/hook/deliveries")).body).toEqual([]);
  await second.close();
});

test("a killed process loses nothing that it acknowledged, and sends the pending deliveries", async () => {
  const program = `
    const { startHub } = await import(${JSON.stringify(import.meta.resolve("../../../src/hub/hub.ts"))});
    const hub = await startHub({ home: ${JSON.stringify(home)}, port: 0 });
    hub.setWebhookUrl("http://127.0.0.1:9/nobody");
    hub.faults.add({ on: "delivery", effect: { kind: "delay", ms: 3600000 } });
    console.log(JSON.stringify({ url: hub.url, token: hub.tokenOf("alice") }));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(child.stdout, "data");
  const { url, token } = JSON.parse(String(line));
  for (let n = 1; n <= 20; n++) {
    const headers = { authorization: `token ${token}` };
    const made = await fetch(url + issues, {
      method: "POST",
      headers,
      body: JSON.stringify({ title: `${n}` }),
    });
    expect(made.status).toBe(201);
  }
  child.kill("SIGKILL");
  await once(child, "exit");
  const world = await startTestHub({ home });
  await world.hub.idle();
  expect((await world.as("alice")("GET", `${issues}?per_page=100`)).body).toHaveLength(20);
  const { body: log } = await world.asApp()("GET", "/app/hook/deliveries?per_page=100");
  expect(log).toHaveLength(20);
  await world.close();
});
