/**
 * How fast deliveries are accepted, each on disk before its 202, while nothing processes them. Compares with
 * Probot and a bare server, in the same minute on the same machine.
 */
import { startChild } from "../children.ts";
import type { Figure } from "../figure.ts";
import { emptySeries, record, startLoadGenerator } from "../load/bursts.ts";
import { prepareIntake } from "../load/intake.ts";
import type { Run } from "../part.ts";
import { serverStarted } from "../servers/messages.ts";
import { median, ratios } from "../statistics.ts";

export async function part({ isQuick, folder, progress }: Run): Promise<readonly Figure[]> {
  const [rounds, count] = isQuick ? [3, 500] : [9, 4000];
  const { serverOptions, templates } = await prepareIntake(folder);
  const servers = ["bare", "probot-middleware", "probot-run", "app"].map((name) => ({
    ...startChild(`servers/${name}.ts`),
    name,
    series: emptySeries(),
  }));
  const generator = startLoadGenerator(serverOptions.secret, templates);
  const urls = await Promise.all(
    servers.map(async ({ ask }) => (await ask(serverOptions, serverStarted)).url),
  );
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const [place, { name, series }] of servers.entries()) {
      const result = await generator.send(urls[place] ?? "", count);
      if (round > 0) record(series, result);
      progress(`round ${round} of ${rounds}, ${name}: ${Math.round(result.accepted / result.seconds)}/s`);
    }
  }
  await Promise.all([generator, ...servers].map(({ stop }) => stop()));

  const [bare, middleware, probot, app] = servers.map(({ series }) => series);
  if (bare === undefined || middleware === undefined || probot === undefined || app === undefined)
    throw new RangeError("A server is missing.");
  return [
    { name: "bare HMAC-checking server, keeps nothing", value: median(bare.rates), unit: "/s" },
    {
      name: "Probot's middleware alone, log off, keeps nothing",
      value: median(middleware.rates),
      unit: "/s",
    },
    { name: "Probot as `probot run` starts it, keeps nothing", value: median(probot.rates), unit: "/s" },
    { name: "signalbox, on disk before the 202", value: median(app.rates), unit: "/s" },
    {
      name: "signalbox / Probot's middleware",
      value: median(ratios(app.rates, middleware.rates)),
      unit: "x",
    },
    {
      name: "signalbox / Probot",
      value: median(ratios(app.rates, probot.rates)),
      unit: "x",
      target: { atLeast: 1.2 },
    },
    { name: "Probot's middleware p99", value: median(middleware.p99s), unit: "ms" },
    { name: "Probot p99", value: median(probot.p99s), unit: "ms" },
    {
      name: "signalbox p99",
      value: median(app.p99s),
      unit: "ms",
      target: { atMost: median(probot.p99s) },
    },
  ];
}
