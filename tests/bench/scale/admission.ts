/** How fast deliveries are accepted in PostgreSQL: by the store alone, and by a web process. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { openSharedDatabase } from "../../../src/store/postgres/shared-database.ts";
import type { Figure } from "../figure.ts";
import { emptySeries, record, type Series, startLoadGenerator } from "../load/bursts.ts";
import { prepareIntake } from "../load/intake.ts";
import { serialDigits, type Template } from "../load/template.ts";
import type { Run } from "../part.ts";
import { run, whenStarted } from "../running.ts";
import { median } from "../statistics.ts";
import { type BenchPostgres, freePort } from "./postgres.ts";

const atOnce = 50;

export async function admissionFigures(postgres: BenchPostgres, options: Run): Promise<readonly Figure[]> {
  const { isQuick, folder, progress } = options;
  const [rounds, count] = isQuick ? [1, 200] : [7, 8_000];
  const { serverOptions, templates } = await prepareIntake(folder);
  const url = await postgres.newIndex();
  const port = await freePort();
  const web = run(["start", "--role", "web"], {
    APP_ID: String(serverOptions.appId),
    WEBHOOK_SECRET: serverOptions.secret,
    DATABASE_URL: url,
    PORT: String(port),
    SESSION_KEY: randomBytes(32).toString("hex"),
    SIGNALBOX_HOME: join(folder, "web"),
  });
  const generator = startLoadGenerator(serverOptions.secret, templates);
  const byHttp = emptySeries();
  const byStore = emptySeries();
  try {
    await whenStarted(web, port);
    for (let round = 0; round <= rounds; round++) {
      const result = await generator.send(`http://127.0.0.1:${port}`, count);
      const rate = await storeRate(url, templates, count);
      progress(
        `round ${round} of ${rounds}: by HTTP ${Math.round(result.accepted / result.seconds)}/s, the store ${Math.round(rate)}/s`,
      );
      if (round === 0) continue;
      record(byHttp, result);
      byStore.rates.push(rate);
    }
  } finally {
    await generator.stop();
    await web.stop();
  }
  return figuresOf(byHttp, byStore);
}

function figuresOf(byHttp: Series, byStore: Series): readonly Figure[] {
  return [
    {
      name: "signed deliveries of 20 kB, one web process",
      value: median(byHttp.rates),
      unit: "/s",
      target: { atLeast: 2_500 },
    },
    { name: "the same, p99", value: median(byHttp.p99s), unit: "ms", target: { atMost: 60 } },
    { name: "the same by the store alone, without HTTP", value: median(byStore.rates), unit: "/s" },
  ];
}

let serial = 0;

/** Deliveries a second that the store of a web process admits, as many at once as the generator has connections. */
async function storeRate(url: string, templates: readonly Template[], count: number): Promise<number> {
  const database = await openSharedDatabase(url);
  const { inbox } = await database.storeFor({ type: "nothing" });
  const bodies = Array.from({ length: count }, (_, place) => numbered(templates[place % templates.length]));
  let next = 0;
  const admit = async (): Promise<void> => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++])
      await inbox.admit({
        guid: randomUUID(),
        event: "issues",
        action: "opened",
        repositoryId: "R_1",
        installationId: 1,
        payload: body,
        bodyHash: createHash("sha256").update(body).digest("hex"),
        receivedAt: Date.now(),
        source: "webhook",
      });
  };
  const begin = performance.now();
  await Promise.all(Array.from({ length: atOnce }, admit));
  const rate = count / ((performance.now() - begin) / 1000);
  await database.close();
  return rate;
}

function numbered(template: Template | undefined): Buffer {
  if (template === undefined) throw new RangeError("There is no payload.");
  const body = Buffer.from(template.body);
  body.write(String(++serial).padStart(serialDigits, "9"), template.serialAt, "latin1");
  return body;
}
