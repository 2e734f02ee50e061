/** The server's own page: what it is, how it is, and where to see what waits for people. */
import { webhookPath } from "./ingress.ts";

const searches = {
  decisions: "is:open is:issue label:kind:escalation",
  "suggested answers": "is:open is:issue label:suggested",
} as const;

/** @param pages a web address of the configuration, of which the URL parser has made sure that it is no markup */
function searchesAt(pages: string | undefined): string {
  const shown = Object.entries(searches).map(([what, query]) =>
    pages === undefined
      ? `<code>${query}</code> for ${what}`
      : `<a href="${pages}/issues?q=${encodeURIComponent(query)}">${what}</a>`,
  );
  const waiting = "What waits for people";
  return pages === undefined
    ? `${waiting}, as searches at GitHub: ${shown.join(", ")}.`
    : `${waiting}: ${shown.join(", ")}.`;
}

/** @param pages where GitHub's pages are; undefined at the hub, which has none */
export const firstPage = (
  pages: string | undefined,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>signalbox</title></head><body>
<h1>signalbox</h1><p>Typed GitHub issues as the message bus for coding agents.</p>
<p>GitHub posts its deliveries to <code>${webhookPath}</code>. <a href="/health">/health</a> says how things stand.</p>
<p>${searchesAt(pages)}</p>
</body></html>
`;
