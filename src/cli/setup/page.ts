/** The pages of `signalbox setup`. They contain no script; their only form posts the manifest to GitHub. */
import type { Manifest } from "./manifest.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (found) => entities[found] ?? "");

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head><body><h1>${escaped(title)}</h1>${content}</body></html>\n`;
}

export function askPage(manifest: Manifest, action: string): string {
  const permissions = Object.entries(manifest.default_permissions).map(
    ([name, level]) => `<li>${escaped(name)}: ${escaped(level)}</li>`,
  );
  return page(
    "Register signalbox as a GitHub App",
    `<p>It will be called <b>${escaped(manifest.name)}</b> (you can change that on the next page) and may:</p>
<ul>${permissions.join("")}</ul>
<form method="post" action="${escaped(action)}">
<input type="hidden" name="manifest" value="${escaped(JSON.stringify(manifest))}">
<button type="submit">Go to GitHub</button></form>`,
  );
}

export function donePage(slug: string): string {
  return page(`Registered ${slug}`, "<p>Return to the terminal for the next step.</p>");
}

export function refusedPage(because: string): string {
  return page("Not registered", `<p>${escaped(because)}</p>`);
}
