/** An App's webhook and its delivery log, which is paged by cursor, not by number. */
import { z } from "zod";
import { toIsoSeconds } from "../../../base/clock.ts";
import { failure, type HttpResponse, json } from "../../http/response.ts";
import { type App, appById, saveWebhook } from "../../state/accounts/apps.ts";
import { deliveryById, type HubDelivery, insertDelivery, sentDeliveries } from "../../state/deliveries.ts";
import { signedHeaders } from "../../webhooks/emit.ts";
import { numberParam, queryChoice, requestedPage, webUrl, withBody } from "../reading.ts";
import { type RestRequest, type Route, route } from "../route.ts";
import { withApp } from "./apps.ts";

const config = z.object({
  url: webUrl.optional(),
  secret: z.string().optional(),
  content_type: z.string().optional(),
  insecure_ssl: z.union([z.string(), z.number().transform(String)]).optional(),
});
const one = "/app/hook/deliveries/{delivery_id}";

export const hookRoutes: readonly Route[] = [
  route("GET", "/app/hook/config", (request) => withApp(request, (app) => json(200, presentConfig(app)))),
  route("PATCH", "/app/hook/config", (request) =>
    withApp(request, (app) =>
      withBody(request, config, ({ content_type: type = "json", insecure_ssl: ssl = "0", ...change }) => {
        // A payload is always JSON, and certificates are always verified.
        if (type !== "json" || ssl !== "0")
          return failure(
            501,
            "not implemented by the hub: PATCH /app/hook/config with content_type, insecure_ssl",
          );
        const { state } = request.core;
        state.transaction(() => saveWebhook(state, app.id, change));
        return json(200, presentConfig(appById(state, app.id) ?? app));
      }),
    ),
  ),
  route("GET", "/app/hook/deliveries", (request) => withApp(request, (app) => list(request, app))),
  route("GET", one, (request) =>
    withDelivery(request, (delivery) => json(200, { ...summary(delivery), ...exchange(delivery) })),
  ),
  route("POST", `${one}/attempts`, (request) =>
    withDelivery(request, (delivery, app) => {
      const { state, clock, wake } = request.core;
      state.transaction(() =>
        insertDelivery(state, {
          ...delivery,
          redelivery: true,
          url: app.webhookUrl ?? delivery.url,
          requestHeaders: signedHeaders(app, delivery.event, delivery.guid, delivery.payload),
          createdAt: clock.now(),
        }),
      );
      wake();
      return json(202, {});
    }),
  ),
];

function list(request: RestRequest, app: App): HttpResponse {
  const { limit } = requestedPage(request.query);
  const cursor = /^v1_(\d{1,15})$/.exec(request.query.get("cursor") ?? "");
  if (request.query.has("cursor") && cursor === null) return failure(422, "Validation Failed");
  const status = queryChoice(request.query, "status", ["any", "success", "failure"]);
  const found = sentDeliveries(request.viewing.state, app.id, {
    before: cursor === null ? undefined : Number(cursor[1]),
    status: status === "any" ? undefined : status,
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const more = last !== undefined && found.length > limit;
  return json(200, shown.map(summary), more ? { link: nextLink(request, last.id) } : {});
}

function nextLink(request: RestRequest, before: number): string {
  const query = new URLSearchParams(request.query);
  query.set("cursor", `v1_${before}`);
  return `<${request.viewing.site.api}/app/hook/deliveries?${query}>; rel="next"`;
}

function withDelivery(
  request: RestRequest,
  work: (delivery: HubDelivery, app: App) => HttpResponse,
): HttpResponse {
  return withApp(request, (app) => {
    const found = deliveryById(request.viewing.state, app.id, numberParam(request, "delivery_id"));
    return found === undefined ? failure(404, "Not Found") : work(found, app);
  });
}

function presentConfig(app: App) {
  return { content_type: "json", insecure_ssl: "0", secret: "********", url: app.webhookUrl ?? "" };
}

function summary(delivery: HubDelivery) {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: toIsoSeconds(delivery.deliveredAt ?? delivery.createdAt),
    redelivery: delivery.redelivery,
    duration: (delivery.durationMs ?? 0) / 1000,
    status: delivery.status ?? "pending",
    status_code: delivery.statusCode ?? 0,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installationId,
    repository_id: delivery.repositoryId,
    throttled_at: null,
  };
}

function exchange(delivery: HubDelivery) {
  return {
    url: delivery.url,
    request: { headers: delivery.requestHeaders, payload: JSON.parse(delivery.payload) },
    response: { headers: delivery.responseHeaders, payload: delivery.responsePayload },
  };
}
