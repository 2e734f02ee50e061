/** Serves pages that a test has made, under the headers and with the assets of the site. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { etag } from "hono/etag";
import { readAssets } from "../../src/pages/site-assets.ts";
import { limitBrowser } from "../../src/server/site/guard/guards.ts";

export interface PageServer {
  readonly url: string;
  /** How often each path was asked for. */
  readonly asked: ReadonlyMap<string, number>;
  /** How many streams of changes are open at `streamPath`. */
  readonly streams: () => number;
  /** Tells each of them that something has changed. */
  readonly tell: () => void;
  readonly close: () => void;
}

export const streamPath = "/changes";

/** @param pageAt a page's HTML by its path with the query; undefined if there is none */
export async function servePages(pageAt: (path: string) => string | undefined): Promise<PageServer> {
  const asked = new Map<string, number>();
  const site = new Hono();
  site.use(limitBrowser);
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const send = (text: string): void => {
    for (const stream of streams) stream.enqueue(new TextEncoder().encode(text));
  };
  site.get(streamPath, () => {
    let own: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        own = controller;
        streams.add(own);
        own.enqueue(new TextEncoder().encode("retry: 100\n\n"));
      },
      cancel: () => void streams.delete(own),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  site.get("*", etag());
  for (const { name, type, text } of readAssets())
    site.get(`/assets/${name}`, (context) => context.body(text, 200, { "content-type": type }));
  site.get("*", (context) => {
    const { pathname, search } = new URL(context.req.url);
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
    const page = pageAt(`${pathname}${search}`);
    return page === undefined ? context.notFound() : context.html(page);
  });
  const server = createServer(getRequestListener(site.fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  const tell = (): void => send("event: changes\ndata: {}\n\n");
  return { url: `http://127.0.0.1:${port}`, asked, streams: () => streams.size, tell, close };
}
