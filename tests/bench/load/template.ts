/**
 * Payloads as the hub delivers them, padded to one size. Each has room for a serial number, which makes every
 * delivery distinct: the server would treat equal bodies as replays, which is another code path.
 */
import type { Hub } from "../../../src/hub/hub.ts";
import { actorOf } from "../../support/actor.ts";

const payloadBytes = 20_000;
export const serialDigits = 12;
const blankSerial = "0".repeat(serialDigits);
const marker = `Serial ${blankSerial}`;

export interface Template {
  readonly body: Uint8Array;
  readonly serialAt: number;
}

/** Most of a payload is the issue's body; the rest varies with the length of numbers and times. */
const bodyCharacters = 9_000;

function taskBody(number: number): string {
  const line = `Step ${number}: the parser reads the file, and whatever it cannot read is kept as it stands.\n`;
  return `### Goal\n\nPart ${number} works.\n\n### Context\n\n${line.repeat(Math.floor(bodyCharacters / line.length))}`;
}

/** Opens `count` tasks at the hub and returns their deliveries. */
export async function openTasks(
  hub: Hub,
  count: number,
  repository = "acme/demo",
): Promise<readonly Template[]> {
  const payloads: object[] = [];
  const stop = hub.observe((seen) => {
    const isOpening = seen.kind === "delivery" && seen.event === "issues" && seen.action === "opened";
    if (isOpening && typeof seen.payload === "object" && seen.payload !== null) payloads.push(seen.payload);
  });
  const alice = actorOf(hub.url, hub.tokenOf("alice"), "alice", repository);
  for (let number = 1; number <= count; number++)
    await alice.open(`Task ${number}`, taskBody(number), ["kind:task"]);
  await hub.idle();
  stop();
  return payloads.map(templateOf);
}

function templateOf(payload: object): Template {
  const bare = JSON.stringify({ ...payload, x_bench: marker });
  const room = payloadBytes - Buffer.byteLength(bare);
  if (room < 0) throw new RangeError(`A payload has ${-room} bytes more than ${payloadBytes}.`);
  // At the start, as GitHub orders the action: repository and installation stay last.
  const body = Buffer.from(JSON.stringify({ ...withPadding(payload, room), x_bench: marker }));
  return { body, serialAt: body.lastIndexOf(marker) + marker.length - serialDigits };
}

function withPadding(payload: object, room: number): object {
  if (!("issue" in payload) || typeof payload.issue !== "object" || payload.issue === null) return payload;
  const body = "body" in payload.issue ? String(payload.issue.body) : "";
  return { ...payload, issue: { ...payload.issue, body: body + "x".repeat(room) } };
}
