import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startForwarder } from "./forwarder.ts";

/** A server that answers with its name; resolves to its port, and what ends it. */
async function named(name: string) {
  const server = createServer((_, response) => response.end(name)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const end = (): Promise<unknown> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(async () => void (await end()));
  return { port: (server.address() as AddressInfo).port, end };
}

async function ask(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: "close" } });
  return response.text();
}

test("connections go to the processes in turns, and past one that has ended", async () => {
  const one = await named("one");
  const two = await named("two");
  const { port, close } = await startForwarder(0, [one.port, two.port]);
  onTestFinished(close);
  expect([await ask(port), await ask(port), await ask(port)]).toEqual(["one", "two", "one"]);
  await one.end();
  expect([await ask(port), await ask(port), await ask(port)]).toEqual(["two", "two", "two"]);
  await two.end();
  await expect(ask(port)).rejects.toThrow("fetch failed");
});
