/** The server's own page, for GitHub and for the hub. */
import { expect, test } from "vitest";
import { pagesOf } from "../../../src/server/composition/environment.ts";
import { firstPage } from "../../../src/server/http/first-page.ts";

test.each([
  ["github.com", undefined, "https://github.com"],
  ["an enterprise host", "https://github.example.com/api/v3", "https://github.example.com"],
  ["a host with data residency", "https://api.octo.ghe.com", "https://octo.ghe.com"],
])("the first page links what waits for people at %s", (_, baseUrl, host) => {
  const page = firstPage(pagesOf(baseUrl));
  const links = [...page.matchAll(/<a href="([^"]+)">([^<]+)<\/a>/g)].map(([, to = "", text]) => [text, to]);
  expect(links).toEqual([
    ["/health", "/health"],
    ["decisions", `${host}/issues?q=is%3Aopen%20is%3Aissue%20label%3Akind%3Aescalation`],
    ["suggested answers", `${host}/issues?q=is%3Aopen%20is%3Aissue%20label%3Asuggested`],
  ]);
});

test("on the hub, which has no pages, the first page shows the searches as text", () => {
  const page = firstPage(pagesOf("http://127.0.0.1:4001/api/v3"));
  expect(page).toContain("<code>is:open is:issue label:suggested</code> for suggested answers");
  expect(page.match(/<a /g)).toHaveLength(1);
});
