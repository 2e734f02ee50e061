/**
 * Reads GitHub's own log of what it sent us, to find what never arrived. Compare GUIDs with the inbox instead
 * of looking for failed rows: a delivery that we lost after answering 202 is "OK" in the log.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Clock, Millis } from "../../base/clock.ts";
import type { Delivery } from "../../dispatcher/ports/inbox.ts";
import type { LogId } from "../../dispatcher/ports/tracker.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { Client } from "../transport/client.ts";

const pageSize = 100;
const maxPages = 300;

const logId = z.union([z.number(), z.bigint()]);
const rowsShape = z.array(
  z.object({ id: logId, guid: z.string(), delivered_at: z.iso.datetime({ offset: true }) }),
);
const rowShape = z.object({
  guid: z.string(),
  event: z.string(),
  action: z.string().nullish(),
  installation_id: z.number().nullish(),
  request: z.object({ payload: z.looseObject({}).nullish() }),
});
const repositoryIdShape = z.object({ repository: z.object({ node_id: z.string() }) });

export interface DeliveryLog {
  readonly deliveredSince: (
    since: Millis,
  ) => Promise<readonly { readonly guid: string; readonly logId: LogId }[]>;
  readonly deliveryFromLog: (logId: LogId) => Promise<Delivery | undefined>;
}

export function createDeliveryLog(client: Client, clock: Clock): DeliveryLog {
  return {
    deliveredSince: async (since) => {
      const found: { guid: string; logId: LogId }[] = [];
      const cursors = new Set<string>();
      for (let cursor: string | undefined, pages = 0; pages < maxPages; pages++) {
        const parameters = { per_page: pageSize, ...(cursor !== undefined && { cursor }) };
        const answer = await client.get("app", "/app/hook/deliveries", parameters, rowsShape);
        if (answer.type === "unchanged") break;
        const recent = answer.data.filter((row) => Date.parse(row.delivered_at) >= since);
        found.push(...recent.map((row) => ({ guid: row.guid, logId: row.id })));
        cursor = nextCursor(answer.link);
        if (cursor === undefined || cursors.has(cursor) || recent.length < answer.data.length) break;
        cursors.add(cursor);
      }
      return found;
    },
    deliveryFromLog: async (logId) => {
      try {
        const answer = await client.get(
          "app",
          "/app/hook/deliveries/{delivery_id}",
          { delivery_id: String(logId) },
          rowShape,
        );
        return answer.type === "fresh" ? toDelivery(answer.data, clock.now()) : undefined;
      } catch (thrown) {
        if (thrown instanceof RequestFailed && thrown.failure.type === "gone") return undefined;
        throw thrown;
      }
    },
  };
}

/** The log keeps the payload as an object: the bytes hashed here are ours, not those that were signed. */
function toDelivery(row: z.infer<typeof rowShape>, receivedAt: Millis): Delivery | undefined {
  const { guid, event, action, installation_id, request } = row;
  if (!request.payload) return undefined;
  const payload = Buffer.from(JSON.stringify(request.payload, withoutBigInts));
  const repository = repositoryIdShape.safeParse(request.payload);
  return {
    guid,
    event,
    action: action ?? undefined,
    repositoryId: repository.data?.repository.node_id,
    installationId: installation_id ?? undefined,
    payload,
    bodyHash: createHash("sha256").update(payload).digest("hex"),
    receivedAt,
    source: "delivery log",
  };
}

/** Octokit parses numbers beyond 2^53 as bigints, which JSON cannot write; we read none of them. */
function withoutBigInts(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}

function nextCursor(link: string | undefined): string | undefined {
  const next = link?.split(",", 10).find((part) => part.includes('rel="next"'));
  const url = next?.slice(next.indexOf("<") + 1, next.indexOf(">"));
  return url !== undefined && URL.canParse(url)
    ? (new URL(url).searchParams.get("cursor") ?? undefined)
    : undefined;
}
