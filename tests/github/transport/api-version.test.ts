/** Tests which version of the REST API is spoken to a host. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { boundedFetch } from "../../../src/github/transport/bounded-fetch.ts";

type Answer = (version: string, request: IncomingMessage, response: ServerResponse) => void;

/** A host, and the versions that it was asked in. */
async function hostAnswering(answer: Answer) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const version = String(request.headers["x-github-api-version"]);
    asked.push(version);
    answer(version, request, response);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`;
  const ask = async (method = "GET"): Promise<number> => {
    const response = await boundedFetch(url, method === "GET" ? {} : { method, body: "{}" });
    await response.text();
    return response.status;
  };
  return { asked, ask };
}

test("the version that every host serves is spoken while nothing is said against it", async () => {
  const { asked, ask } = await hostAnswering((_, __, response) => void response.end("{}"));
  expect([await ask(), await ask("POST")]).toEqual([200, 200]);
  expect(asked).toEqual(["2022-11-28", "2022-11-28"]);
});

test("a host that says when that version ends is spoken to in the newer one from then on", async () => {
  const { asked, ask } = await hostAnswering((version, _, response) => {
    if (version === "2022-11-28") response.setHeader("Sunset", "Fri, 10 Mar 2028 00:00:00 GMT");
    response.end("{}");
  });
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200]);
  expect(asked).toEqual(["2022-11-28", "2026-03-10", "2026-03-10"]);
});

test("a host that no longer serves that version is asked again, so that nothing counts as deleted", async () => {
  const { asked, ask } = await hostAnswering((version, _, response) => {
    response.writeHead(version === "2022-11-28" ? 410 : 200).end("{}");
  });
  expect([await ask("POST"), await ask()]).toEqual([200, 200]);
  expect(asked).toEqual(["2022-11-28", "2026-03-10", "2026-03-10"]);
});

test.each([
  ["also in the newer version", 410],
  ["and the host does not know the newer version", 400],
])("what is gone stays gone: %s", async (_what, inNewer) => {
  const { asked, ask } = await hostAnswering((version, _, response) => {
    response.writeHead(version === "2022-11-28" ? 410 : inNewer).end("{}");
  });
  expect([await ask(), await ask()]).toEqual([410, 410]);
  expect(asked).toEqual(["2022-11-28", "2026-03-10", "2022-11-28", "2026-03-10"]);
});
