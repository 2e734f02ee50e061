/**
 * The load generator's process: signs all deliveries of a burst before it sends the first, then posts them over
 * keep-alive connections, each with one request in flight. Connects to loopback only.
 */
import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { webhookPath } from "../../../src/server/ingress/ingress.ts";
import { answerParent } from "../children.ts";
import { openConnection } from "./connection.ts";
import { type Burst, type BurstResult, burst } from "./messages.ts";
import { serialDigits } from "./template.ts";

answerParent(burst, sendBurst);

async function sendBurst(asked: Burst): Promise<BurstResult> {
  const heads = Array.from({ length: asked.count }, (_, place) => signedHead(asked, place));
  const connections = await Promise.all(
    Array.from({ length: asked.connections }, () => openConnection(asked.port)),
  );
  const latencies = new Float64Array(asked.count);
  const dueMs = asked.perSecond === undefined ? 0 : 1_000 / asked.perSecond;
  const begin = performance.now();
  let next = 0;
  let accepted = 0;
  let refused = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (next < asked.count && performance.now() - begin < asked.maxMs) {
        const place = next++;
        const earlyMs = begin + dueMs * place - performance.now();
        if (earlyMs > 0) await wait(earlyMs);
        const body = bodyAt(asked, place);
        const sentAt = performance.now();
        const status = await connection.post(heads[place] ?? "", body);
        latencies[accepted + refused] = performance.now() - sentAt;
        if (status === 202 || status === 200) accepted += 1;
        else refused += 1;
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  for (const connection of connections) connection.close();
  return { accepted, refused, seconds, latencies: latencies.slice(0, accepted + refused) };
}

function bodyAt({ templates, firstSerial }: Burst, place: number): Buffer {
  const template = templates[place % templates.length];
  if (template === undefined) throw new RangeError("A burst needs a template.");
  const body = Buffer.from(template.body);
  body.write(String(firstSerial + place).padStart(serialDigits, "0"), template.serialAt, "latin1");
  return body;
}

function signedHead(asked: Burst, place: number): string {
  const body = bodyAt(asked, place);
  return [
    `POST ${webhookPath} HTTP/1.1`,
    `Host: 127.0.0.1:${asked.port}`,
    "User-Agent: GitHub-Hookshot/bench",
    "Accept: */*",
    "Content-Type: application/json",
    "X-GitHub-Event: issues",
    `X-GitHub-Delivery: ${randomUUID()}`,
    `X-Hub-Signature-256: sha256=${createHmac("sha256", asked.secret).update(body).digest("hex")}`,
    `Content-Length: ${body.length}`,
    "\r\n",
  ].join("\r\n");
}
