/**
 * The hub's own routes under `/_hub/`, which GitHub has not: setting faults from another process, and what people do
 * on pages. They ask for no
 * credentials, because the hub listens on loopback only and hears no page of another site.
 */
import { z } from "zod";
import { messageOf } from "../../base/errors.ts";
import { faultRule } from "../faults/rule.ts";
import { type Answer, failure, json, noContent } from "./answer.ts";
import { readBody } from "./body.ts";
import { controlPages } from "./control-pages.ts";
import type { HubRequest } from "./request.ts";
import type { Runtime } from "./runtime.ts";

const enforcement = z.strictObject({ enforce: z.boolean() });

export async function control(hub: Runtime, request: HubRequest): Promise<Answer> {
  const read = readBody(request);
  const body = read.kind === "body" ? read.body : undefined;
  const id = /^\/_hub\/faults\/(\d{1,9})$/.exec(request.path)?.[1];
  if (id !== undefined && request.method === "DELETE")
    return hub.faults.remove(Number(id)) ? noContent : failure(404, "Not Found");
  switch (`${request.method} ${request.path}`) {
    case "GET /_hub/faults":
      return json(200, hub.faults.list());
    case "POST /_hub/faults":
      return addFault(hub, body);
    case "DELETE /_hub/faults":
      hub.faults.clear();
      return noContent;
    case "PUT /_hub/limits":
      return setLimits(hub, body);
    case "GET /_hub/idle":
      await hub.dispatcher.idle();
      return noContent;
    default: {
      const done = request.method === "POST" ? controlPages(hub, request.path, body) : undefined;
      return done ?? failure(404, "Not Found");
    }
  }
}

function addFault(hub: Runtime, body: unknown): Answer {
  const read = faultRule.safeParse(body);
  if (!read.success) return failure(422, z.prettifyError(read.error));
  try {
    return json(201, { id: hub.faults.put(read.data) });
  } catch (thrown) {
    return failure(422, messageOf(thrown));
  }
}

function setLimits(hub: Runtime, body: unknown): Answer {
  const read = enforcement.safeParse(body);
  if (!read.success) return failure(422, z.prettifyError(read.error));
  hub.faults.enforceLimits(read.data.enforce);
  return noContent;
}
