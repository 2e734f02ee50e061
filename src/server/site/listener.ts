/**
 * Takes the requests for the site off the bare server. The site itself is loaded with the first of them: most
 * servers start to take deliveries, and loading it takes longer than everything else at the start.
 */
import type { RequestListener } from "node:http";
import { reply } from "../http/reply.ts";
import type { OwnAddresses } from "./guard/own-addresses.ts";
import { refuseTarget } from "./guard/refusal.ts";

export interface SiteListenerPorts {
  /** Undefined until the server listens. */
  readonly addresses: () => OwnAddresses | undefined;
  /** Called once, unless it rejects. */
  readonly load: (addresses: OwnAddresses) => Promise<RequestListener>;
  readonly onFailure: (thrown: unknown) => void;
}

export function createSiteListener({ addresses, load, onFailure }: SiteListenerPorts): RequestListener {
  let loading: Promise<RequestListener> | undefined;
  const site = (own: OwnAddresses): Promise<RequestListener> => {
    loading ??= load(own).catch((thrown: unknown) => {
      loading = undefined;
      throw thrown;
    });
    return loading;
  };
  return (request, response) => {
    const own = addresses();
    if (own === undefined) return reply(request, response, "unavailable");
    const refused = refuseTarget({ target: request.url ?? "", host: request.headers.host }, own);
    if (refused !== undefined) {
      const headers = { "content-type": "text/plain; charset=utf-8", connection: "close" };
      response.writeHead(refused.status, headers).end(`${refused.text}\n`);
      return;
    }
    site(own).then(
      (listener) => listener(request, response),
      (thrown: unknown) => {
        onFailure(thrown);
        reply(request, response, "unavailable");
      },
    );
  };
}
