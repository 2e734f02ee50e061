/**
 * The webhook endpoint: checks a delivery, stores it in the inbox, responds. Do nothing else before
 * responding, and do not parse the payload: that would slow down every good delivery. A signed but useless
 * one is accepted, and dropped with a ledger row when it is translated.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../base/clock.ts";
import { messageOf, unreachable } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { OnStep } from "../../dispatcher/ports/durable-step.ts";
import type { Admission, Delivery, Inbox } from "../../dispatcher/ports/inbox.ts";
import type { LedgerEntry } from "../../dispatcher/ports/ledger.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import { type Reply, reply } from "../http/reply.ts";
import { createBodyReader, githubLimits } from "../http/request-body.ts";
import { finishesWithin } from "../worker/finishes-within.ts";
import { type AccessNews, accessNews } from "./access-news.ts";
import { isKnownEvent } from "./event-name.ts";
import { hintsOf } from "./payload-hints.ts";
import { isSignature, isSignedBy } from "./signature.ts";

export const webhookPath = "/api/github/webhooks";

export interface IngressPorts {
  readonly inbox: Pick<Inbox, "admit">;
  /** Writes to the ledger asynchronously. Never throws. */
  readonly note: (entry: LedgerEntry) => void;
  /** Called when a delivery is on disk and can be processed, with the repository that it is queued for. */
  readonly admitted: (repositoryId: RepositoryId | undefined) => void;
  /** Called when a delivery was turned away although it may be good: GitHub does not send it again. */
  readonly turnedAway: () => void;
  /**
   * Called when a signed delivery says that what people may see has changed, or that a person revoked the App. Resolves once
   * what shows too much has ended durably.
   */
  readonly accessChanged: (news: AccessNews) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onStep: OnStep;
}

export interface IngressSettings {
  readonly appId: number;
  /** The current secret and, during a rotation, the previous one. */
  readonly webhookSecrets: readonly string[];
}

/** How many deliveries got which response since the start. */
export type IngressCounts = Readonly<Partial<Record<Reply, number>>>;

export interface Ingress {
  /** Responds to a request to `webhookPath`. Never rejects. */
  readonly receive: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly counts: () => IngressCounts;
}

type Headers = Pick<Delivery, "guid" | "event"> & {
  readonly signature: string;
  /** The App that GitHub says it delivers to. The header is unsigned, so use it only to ignore a delivery. */
  readonly appId: string | undefined;
};

const guidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** GitHub waits for ten seconds. The inbox has a limit of its own, but the ending of tokens comes before it. */
const answeredWithinMs = 8_000;
const jsonForm = /^application\/json\s*(?:;|$)/i;

const first = (value: string | string[] | undefined): string | undefined =>
  typeof value === "string" ? value : undefined;

/** The decision possible before any of the body is read. */
function readHeaders(request: IncomingMessage): Headers | Reply {
  if (request.method !== "POST") return "wrongMethod";
  if (!jsonForm.test(request.headers["content-type"] ?? "")) return "wrongType";
  const signature = first(request.headers["x-hub-signature-256"]);
  if (!isSignature(signature)) return "unsigned";
  const guid = first(request.headers["x-github-delivery"]);
  const event = first(request.headers["x-github-event"]);
  if (guid === undefined || !guidForm.test(guid) || event === undefined || event === "") return "malformed";
  const appId = first(request.headers["x-github-hook-installation-target-id"]);
  return { guid: guid.toLowerCase(), event, signature, appId };
}

function replyTo(admission: Admission): Reply {
  switch (admission) {
    case "new":
    case "suspected replay":
      return "accepted";
    case "duplicate":
      return "duplicate";
    default:
      return unreachable(admission);
  }
}

export function createIngress(settings: IngressSettings, ports: IngressPorts): Ingress {
  const readBody = createBodyReader(githubLimits);
  const counts: Partial<Record<Reply, number>> = {};

  const note = (headers: Headers, kind: string, because: string, what: string): void =>
    ports.note({
      at: ports.clock.now(),
      repositoryId: undefined,
      issueId: undefined,
      kind,
      rule: "ingress",
      because,
      what,
      delivery: headers.guid,
      actor: undefined,
    });

  /** Why a signed delivery is not for us, judging by its headers. */
  const foreign = (headers: Headers): string | undefined => {
    if (!isKnownEvent(headers.event))
      return `The event ${JSON.stringify(headers.event.slice(0, 60))} is not handled here.`;
    if (headers.appId !== undefined && headers.appId !== String(settings.appId))
      return `It was sent to the App ${JSON.stringify(headers.appId.slice(0, 20))}, not to ours.`;
    return undefined;
  };

  const admit = async (headers: Headers, payload: Buffer): Promise<Reply> => {
    const hints = hintsOf(payload);
    const admission = await ports.inbox.admit({
      guid: headers.guid,
      event: headers.event,
      ...hints,
      payload,
      // A MAC identifies the body as well as a hash does, and is already computed.
      bodyHash: headers.signature.slice("sha256=".length),
      receivedAt: ports.clock.now(),
      source: "webhook",
    });
    if (admission === "suspected replay")
      note(headers, "replay-suspected", "Another delivery had the same body.", "refreshed, not repeated");
    if (admission !== "duplicate") ports.admitted(hints.repositoryId);
    return replyTo(admission);
  };

  /** Access ends first: if that fails, the delivery is not stored, and is fetched from GitHub's log later. */
  const endAndAdmit = async (news: AccessNews, headers: Headers, payload: Buffer): Promise<Reply> => {
    const admitted = ports.accessChanged(news).then(() => admit(headers, payload));
    if (await finishesWithin(answeredWithinMs, admitted, ports.clock)) return admitted;
    ports.logger.error({ event: headers.event }, "could not end access in time");
    return "unavailable";
  };

  const answer = async (request: IncomingMessage): Promise<Reply | undefined> => {
    const headers = readHeaders(request);
    if (typeof headers === "string") return headers;
    const read = await readBody(request);
    if (read.type === "broken off") return undefined;
    if (read.type === "too large") return "tooLarge";
    if (read.type === "busy") return "unavailable";
    if (!isSignedBy(settings.webhookSecrets, headers.signature, read.body)) return "unsigned";
    const because = foreign(headers);
    if (because !== undefined) {
      note(headers, "dropped", because, "set aside unread");
      return "setAside";
    }
    const news = accessNews(headers.event, read.body);
    return news === undefined ? admit(headers, read.body) : endAndAdmit(news, headers, read.body);
  };

  return {
    counts: () => ({ ...counts }),
    receive: async (request, response) => {
      let name: Reply | undefined;
      try {
        name = await answer(request);
      } catch (thrown) {
        ports.logger.error({ cause: messageOf(thrown) }, "could not store delivery", thrown);
        name = "unavailable";
      }
      if (name === undefined) return;
      counts[name] = (counts[name] ?? 0) + 1;
      if (name === "unavailable") ports.turnedAway();
      reply(request, response, name);
      if (name === "accepted") ports.onStep("delivery acknowledged");
    },
  };
}
