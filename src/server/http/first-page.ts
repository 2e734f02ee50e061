/** The server's own page: what it is, its health, and where to find what waits for people. */
import { webhookPath } from "../ingress/ingress.ts";

const searches = {
  decisions: "is:open is:issue label:kind:escalation",
  "suggested answers": "is:open is:issue label:suggested",
} as const;

/**
 * @param pages a URL from the configuration; the URL parser has ensured that it contains no markup
 */
function searchesAt(pages: string | undefined): string {
  const shown = Object.entries(searches).map(([what, query]) =>
    pages === undefined
      ? `<code>${query}</code> for ${what}`
      : `<a href="${pages}/issues?q=${encodeURIComponent(query)}">${what}</a>`,
  );
  const waiting = "Waiting for people";
  return pages === undefined
    ? `${waiting}, as GitHub searches: ${shown.join(", ")}.`
    : `${waiting}: ${shown.join(", ")}.`;
}

/** @param pages root of GitHub's pages; undefined for the hub, which has none */
export const firstPage = (
  pages: string | undefined,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>signalbox</title></head><body>
<h1>signalbox</h1><p>Typed GitHub issues as the message bus for coding agents.</p>
<p>GitHub sends its deliveries to <code>${webhookPath}</code>. <a href="/health">/health</a> shows the current state.</p>
<p>${searchesAt(pages)}</p>
</body></html>
`;
