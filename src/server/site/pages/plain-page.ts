/** The site's own short pages: signing in, and what went wrong. */
import { html } from "hono/html";

/** @param paragraphs made by `html`, which escapes what is put into it */
export async function plainPage(
  title: string,
  paragraphs: readonly ReturnType<typeof html>[],
): Promise<string> {
  const page = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · signalbox</title></head>
<body><main><h1>${title}</h1>
${paragraphs}
</main></body></html>
`;
  return page.toString();
}
