/** The site is loaded with the first request for it, and a failure to load it is not final. */
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { closeServer, listen } from "../../../src/server/http/http-server.ts";
import { ownAddresses } from "../../../src/server/site/guard/own-addresses.ts";
import { createSiteListener } from "../../../src/server/site/listener.ts";
import { ask } from "./browser.ts";

test("the site is loaded once, again after a failure, and not for a refused request", async () => {
  let loads = 0;
  const failures: unknown[] = [];
  let addresses: ReturnType<typeof ownAddresses> | undefined;
  const server = createServer(
    createSiteListener({
      addresses: () => addresses,
      load: async () => {
        loads += 1;
        if (loads === 1) throw new Error("no disk");
        return (_, response) => response.end("the site");
      },
      onFailure: (thrown) => failures.push(thrown),
    }),
  );
  try {
    const { port } = await listen(server, "127.0.0.1", 0, String);
    const url = `http://127.0.0.1:${port}`;
    expect((await ask(url, "/")).status).toBe(503);
    addresses = ownAddresses({ host: "127.0.0.1", port, publicUrl: undefined });
    expect((await ask(url, "/", { headers: { host: "evil.test" } })).status).toBe(421);
    expect([loads, failures]).toEqual([0, []]);
    expect((await ask(url, "/")).status).toBe(503);
    expect(failures).toEqual([new Error("no disk")]);
    const texts = await Promise.all(["/", "/board"].map(async (path) => (await ask(url, path)).text));
    expect([loads, texts]).toEqual([2, ["the site", "the site"]]);
  } finally {
    await closeServer(server, 0);
  }
});
