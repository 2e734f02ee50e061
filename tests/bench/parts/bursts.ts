/**
 * Bursts long enough that rows have to be written and the log has to be checkpointed meanwhile. The 99th
 * percentile shows how much of that the sender notices.
 */
import { startChild } from "../children.ts";
import type { Figure } from "../figure.ts";
import { emptySeries, record, startLoadGenerator } from "../load/bursts.ts";
import { prepareIntake } from "../load/intake.ts";
import type { Run } from "../part.ts";
import { serverStarted } from "../servers/messages.ts";
import { median, ratios } from "../statistics.ts";

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const [rounds, count] = isQuick ? [2, 1_000] : [7, 8_000];
  const { serverOptions, templates } = await prepareIntake(folder);
  const probot = { ...startChild("servers/probot-run.ts"), series: emptySeries() };
  const app = { ...startChild("servers/app.ts"), series: emptySeries() };
  const probotUrl = (await probot.ask(serverOptions, serverStarted)).url;
  const appUrl = (await app.ask(serverOptions, serverStarted)).url;
  const generator = startLoadGenerator(serverOptions.secret, templates);
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const theirs = await generator.send(probotUrl, count);
    const ours = await generator.send(appUrl, count);
    if (round === 0) continue;
    record(probot.series, theirs);
    record(app.series, ours);
    const [their99, our99] = [probot.series, app.series].map(({ p99s }) => Math.round(p99s.at(-1) ?? 0));
    progress(`round ${round} of ${rounds}: p99 of Probot ${their99} ms, of signalbox ${our99} ms`);
  }
  await Promise.all([generator, probot, app].map(({ stop }) => stop()));
  return [
    { name: "Probot as `probot run` starts it, p99", value: median(probot.series.p99s), unit: "ms" },
    { name: "signalbox, on disk before the 202, p99", value: median(app.series.p99s), unit: "ms" },
    {
      name: "p99, signalbox / Probot",
      value: median(ratios(app.series.p99s, probot.series.p99s)),
      unit: "x",
      target: { atMost: 1.2 },
    },
    {
      name: "deliveries a second, signalbox / Probot",
      value: median(ratios(app.series.rates, probot.series.rates)),
      unit: "x",
    },
  ];
}
