/**
 * How fast deliveries are accepted while the App processes them: reads the hub, decides, writes. They concern
 * a hundred existing tasks, so every reconcile pass reads and decides for all of them. The hub runs in this
 * process, as GitHub would elsewhere; App and generator have their own.
 */
import { join } from "node:path";
import { startHub } from "../../../src/hub/hub.ts";
import { webhookPath } from "../../../src/server/ingress/ingress.ts";
import { startChild } from "../children.ts";
import { mainThreadMs } from "../cpu-time.ts";
import type { Figure } from "../figure.ts";
import { emptySeries, record, startLoadGenerator } from "../load/bursts.ts";
import { openTasks } from "../load/template.ts";
import type { Run } from "../part.ts";
import { whenDrained } from "../running.ts";
import { serverStarted } from "../servers/messages.ts";
import { median, ratios } from "../statistics.ts";

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const [rounds, count] = isQuick ? [2, 300] : [7, 3000];
  const hub = await startHub({ home: join(folder, "hub"), port: 0 });
  const { id: appId, privateKey, webhookSecret: secret } = hub.app;
  const serverOptions = { secret, appId, privateKey, hubUrl: hub.url, home: join(folder, "home") };
  const probot = { ...startChild("servers/probot-run.ts"), series: emptySeries() };
  const app = { ...startChild("servers/app.ts"), series: emptySeries() };
  const [{ url: probotUrl }, { url: appUrl }] = await Promise.all([
    probot.ask(serverOptions, serverStarted),
    app.ask(serverOptions, serverStarted),
  ]);
  hub.setWebhookUrl(`${appUrl}${webhookPath}`);
  const generator = startLoadGenerator(secret, await openTasks(hub, 100));
  await whenDrained(portOf(appUrl));

  const drained: number[] = [];
  const cpu: Readonly<Record<"probot" | "app", number[]>> = { probot: [], app: [] };
  /** The main thread's CPU time a delivery, in microseconds. */
  const perDelivery = (since: number, pid: number): number => ((mainThreadMs(pid) - since) / count) * 1000;
  for (let round = 0; round <= rounds; round++) {
    const theirStart = mainThreadMs(probot.pid);
    const theirs = await generator.send(probotUrl, count);
    const theirCpu = perDelivery(theirStart, probot.pid);
    const begin = performance.now();
    const ourStart = mainThreadMs(app.pid);
    const ours = await generator.send(appUrl, count);
    await whenDrained(portOf(appUrl));
    const ourCpu = perDelivery(ourStart, app.pid);
    const rate = count / ((performance.now() - begin) / 1000);
    progress(
      `round ${round} of ${rounds}: Probot ${Math.round(theirs.accepted / theirs.seconds)}/s, signalbox ${Math.round(ours.accepted / ours.seconds)}/s, processed ${Math.round(rate)}/s`,
    );
    if (round === 0) continue;
    record(probot.series, theirs);
    record(app.series, ours);
    drained.push(rate);
    cpu.probot.push(theirCpu);
    cpu.app.push(ourCpu);
  }
  await Promise.all([generator, probot, app].map(({ stop }) => stop()));
  await hub.close();
  return [
    {
      name: "Probot as `probot run` starts it, keeps nothing",
      value: median(probot.series.rates),
      unit: "/s",
    },
    { name: "signalbox, dispatch running", value: median(app.series.rates), unit: "/s" },
    {
      name: "signalbox / Probot",
      value: median(ratios(app.series.rates, probot.series.rates)),
      unit: "x",
      target: { atLeast: 0.6 },
    },
    { name: "signalbox p99", value: median(app.series.p99s), unit: "ms", target: { atMost: 100 } },
    { name: "processed, from the first sent to the last settled", value: median(drained), unit: "/s" },
    { name: "Probot, main thread's CPU time a delivery", value: median(cpu.probot), unit: "µs" },
    {
      name: "signalbox, main thread's CPU time a delivery, until it is processed",
      value: median(cpu.app),
      unit: "µs",
      target: { atMost: 250 },
    },
  ];
}

const portOf = (url: string): number => Number(new URL(url).port);
