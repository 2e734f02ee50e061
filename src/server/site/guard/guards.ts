/** What every request to the site passes through: who sent it, how much it sends, and the headers of the response. */
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import { mcpPath } from "../mcp/path.ts";
import type { SiteEnv } from "../site-env.ts";
import type { OwnAddresses } from "./own-addresses.ts";
import { refuseSender } from "./refusal.ts";

const maxBodyBytes = 300_000;
const self = "'self'";
const nothing = "'none'";

/** Where programs send their requests; everything else is a page, to which a link may lead. */
const isPage = (path: string): boolean => path !== mcpPath && !path.startsWith("/api/");

export function guardSender(addresses: OwnAddresses) {
  return createMiddleware<SiteEnv>(async (context, next) => {
    const { req } = context;
    const sender = {
      method: req.method,
      origin: req.header("origin"),
      fetchSite: req.header("sec-fetch-site"),
      fetchMode: req.header("sec-fetch-mode"),
      fetchDest: req.header("sec-fetch-dest"),
    };
    const refused = refuseSender(sender, isPage(req.path), addresses);
    if (refused === undefined) return next();
    return context.text(`${refused.text}\n`, refused.status);
  });
}

export const limitBody = bodyLimit({
  maxSize: maxBodyBytes,
  // The rest of the body is not read, so no other request can follow on this connection.
  onError: (context) => context.text("The body is too large.\n", 413, { connection: "close" }),
});

/**
 * The referrer policy is `same-origin`: with `no-referrer`, browsers send `Origin: null` with our own forms, and
 * neither tells other sites anything.
 */
export const limitBrowser = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: [nothing],
    scriptSrc: [self],
    styleSrc: [self],
    imgSrc: [self, "data:"],
    connectSrc: [self],
    formAction: [self],
    baseUri: [nothing],
    frameAncestors: [nothing],
  },
  referrerPolicy: "same-origin",
  xFrameOptions: "DENY",
  // Whether a host is reached by https alone is for the proxy to say, which has the certificate.
  strictTransportSecurity: false,
});

/** What a page shows depends on the reader, so no proxy keeps it; a browser asks again before it shows it. */
export const keepPrivate = createMiddleware<SiteEnv>(async (context, next) => {
  await next();
  if (!context.res.headers.has("cache-control")) context.header("cache-control", "private, no-cache");
});
