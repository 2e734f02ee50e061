/**
 * The hub's own routes under `/_hub/`, which GitHub does not have: setting faults from another process, and
 * actions on pages. Each requires a person's token, like GitHub's API, because other local processes can
 * reach the loopback address, too.
 */
import { z } from "zod";
import { messageOf } from "../../base/errors.ts";
import { authenticate } from "../auth/authenticate.ts";
import { faultRule } from "../faults/rule.ts";
import type { UserActor } from "../ops/access/actor.ts";
import { firstPerson } from "../state/accounts/users.ts";
import { linkPath } from "../web/entry.ts";
import { maxInFlight } from "../webhooks/deliver.ts";
import { readBody } from "./body.ts";
import { controlPages } from "./control-pages.ts";
import type { HubRequest } from "./request.ts";
import { failure, type HttpResponse, json, noContent } from "./response.ts";
import type { Runtime } from "./runtime.ts";

const enforcement = z.strictObject({ enforce: z.boolean() });
/** A path of the hub's own: browsers take `//` and `/\\` for the start of another host. */
const entry = z.strictObject({ to: z.string().regex(/^\/(?![/\\])/), asAnyone: z.boolean().default(false) });
const linkLifetimeMs = 60_000;
const concurrency = z.strictObject({ atOnce: z.int().min(1).max(maxInFlight) });

export async function control(hub: Runtime, request: HubRequest): Promise<HttpResponse> {
  const who = await authenticate(hub.state, request.headers.authorization, hub.clock.now());
  if (who.kind === "refused") return failure(who.status, who.message);
  if (who.actor.kind !== "user") return failure(401, "Requires a person's token");
  const read = readBody(request);
  const body = read.kind === "body" ? read.body : undefined;
  const { method, path } = request;
  if (method === "GET" && path === "/_hub/idle") {
    await hub.dispatcher.idle();
    return noContent;
  }
  if (method === "POST" && path === "/_hub/links") return createLink(hub, request, who.actor, body);
  const done = method === "POST" ? controlPages(hub, who.actor, path, body) : undefined;
  return done ?? administration(hub, who.actor, { method, path, body }) ?? failure(404, "Not Found");
}

/** A link for a browser of the token's own user, which works for a minute. The hub's admin may let anyone in. */
function createLink(hub: Runtime, { site }: HubRequest, actor: UserActor, body: unknown): HttpResponse {
  const read = entry.safeParse(body);
  if (!read.success) return failure(422, z.prettifyError(read.error));
  const { to, asAnyone } = read.data;
  const { user, via } = actor;
  // An App that acts for a user has fewer rights than the user's session would.
  if (via !== undefined || (asAnyone && user.id !== firstPerson(hub.state).id))
    return failure(403, "Resource not accessible with this token");
  const link = { to, userId: asAnyone ? undefined : user.id };
  return json(201, { url: `${site.web}${linkPath(hub.sessions.createLink(link, linkLifetimeMs))}` });
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Routes that affect everyone who uses the hub. Undefined if there is no such route. */
function administration(
  hub: Runtime,
  actor: UserActor,
  { method, path, body }: Asked,
): HttpResponse | undefined {
  const id = /^\/_hub\/faults\/(\d{1,9})$/.exec(path)?.[1];
  const route = `${method} ${id === undefined ? path : "/_hub/faults/{id}"}`;
  const act = {
    "GET /_hub/faults": () => json(200, hub.faults.list()),
    "POST /_hub/faults": () => addFault(hub, body),
    "DELETE /_hub/faults": () => {
      hub.faults.clear();
      return noContent;
    },
    "DELETE /_hub/faults/{id}": () => (hub.faults.remove(Number(id)) ? noContent : failure(404, "Not Found")),
    "PUT /_hub/limits": () => setLimits(hub, body),
    "PUT /_hub/deliveries": () => setConcurrency(hub, body),
  }[route];
  if (act === undefined) return undefined;
  const first = firstPerson(hub.state);
  return actor.user.id === first.id ? act() : failure(403, `Only ${first.login} may do this at this hub.`);
}

function addFault(hub: Runtime, body: unknown): HttpResponse {
  const read = faultRule.safeParse(body);
  if (!read.success) return failure(422, z.prettifyError(read.error));
  try {
    return json(201, { id: hub.faults.put(read.data) });
  } catch (thrown) {
    return failure(422, messageOf(thrown));
  }
}

function setLimits(hub: Runtime, body: unknown): HttpResponse {
  const read = enforcement.safeParse(body);
  if (!read.success) return failure(422, z.prettifyError(read.error));
  hub.faults.enforceLimits(read.data.enforce);
  return noContent;
}

function setConcurrency(hub: Runtime, body: unknown): HttpResponse {
  const read = concurrency.safeParse(body);
  if (!read.success) return failure(422, z.prettifyError(read.error));
  hub.dispatcher.atOnce = read.data.atOnce;
  return noContent;
}
