/** What a command says of a server that does not answer it: each way in which that happens has its own sentence. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { UserError } from "../../../src/base/errors.ts";
import { serverAway } from "../../../src/cli/answering/server-answers.ts";
import { askLocalServer } from "../../../src/cli/local-index/ask-server.ts";
import { refreshAt } from "../../../src/cli/local-index/freshen.ts";
import { readingOf } from "../../../src/cli/local-index/reading.ts";
import { sendOrder } from "../../../src/cli/local-index/send-order.ts";
import { writeContact } from "../../../src/server/maintenance/data-folder.ts";
import { signalbox } from "../terminal.ts";

let home: string;
let closing: (() => void)[];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "signalbox-silence-"));
  closing = [];
});
afterEach(() => {
  for (const close of closing) close();
  rmSync(home, { recursive: true, force: true });
});

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answering = (status: number, headers: Record<string, string>, body: string) =>
  listening(createServer((_, response) => response.writeHead(status, headers).end(body)));

/** Answers whatever comes with these bytes; with nothing, it never answers. */
const saying = (bytes: Buffer | undefined) =>
  listening(
    createSocketServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", () => (bytes === undefined ? undefined : socket.end(bytes)));
      closing.push(() => socket.destroy());
    }),
  );

const closed = async (): Promise<string> => {
  const url = await saying(undefined);
  closing.pop()?.();
  return url;
};

const html = { "content-type": "text/html" };
const text = { "content-type": "text/plain; charset=utf-8" };
/** A fatal TLS alert, `unexpected_message`. */
const tlsAlert = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x0a]);

const absences: Readonly<Record<string, readonly [() => Promise<string>, RegExp]>> = {
  "nothing listens, as after kill -9": [closed, /^No server runs with the data folder \S+\.$/],
  "another program has the port and knows no such page": [
    () => answering(404, text, "no"),
    /another program/,
  ],
  "another program has the port and answers everything": [
    () => answering(200, html, "<p>Hi"),
    /another program/,
  ],
  "another program has the port and sends elsewhere": [
    () => answering(302, { location: "https://example.com/" }, ""),
    /another program/,
  ],
  "the server of another data folder has the port": [
    () => answering(401, text, "token missing or wrong\n"),
    /another program/,
  ],
  "another program has the port and speaks TLS": [() => saying(tlsAlert), /another program/],
  "another program has the port and speaks another protocol": [
    () => saying(Buffer.from("220 mail ready\r\n")),
    /another program/,
  ],
};

const silences: Readonly<Record<string, readonly [() => Promise<string>, RegExp]>> = {
  "it takes too long": [() => saying(undefined), /runs, and did not answer in time\. Try again/],
  "it ends the connection": [
    () => listening(createServer((request) => request.socket.destroy())),
    /ended the connection before it answered: it may be stopping/,
  ],
  "its address has a name that no machine has": [
    async () => "http://nobody.invalid:4000",
    /should be at http:\/\/nobody\.invalid:4000, and no machine has that name/,
  ],
};

const ask = () => askLocalServer(home, "/control/open", { body: {}, timeoutMs: 500 });

describe("no server runs with the data folder", () => {
  test("if none was ever started there, or its address cannot be read", async () => {
    expect(await ask()).toEqual({ type: "absent", why: `No server runs with the data folder ${home}.` });
    writeFileSync(join(home, "server.json"), "{");
    expect(await ask()).toEqual({ type: "absent", why: `No server runs with the data folder ${home}.` });
  });

  test.each(Object.entries(absences))("if %s", async (_, [start, why]) => {
    writeContact(home, { url: await start(), token: "t" });
    expect(await ask()).toEqual({ type: "absent", why: expect.stringMatching(why) });
  });
});

test.each(Object.entries(silences))("that no server runs is not said if %s", async (_, [start, why]) => {
  writeContact(home, { url: await start(), token: "t" });
  await expect(ask()).rejects.toThrow(UserError);
  await expect(ask()).rejects.toThrow(why);
  await expect(ask()).rejects.not.toThrow(/No server runs/);
});

/** As Codex's sandbox answers a connection, and one with an empty network of its own. */
const sandboxes = [
  {
    code: "EPERM",
    message: "connect EPERM 127.0.0.1:4000 - Local (undefined:undefined)",
    address: "127.0.0.1",
  },
  { code: "ENETUNREACH", message: "connect ENETUNREACH 127.0.0.1:4000", address: "127.0.0.1" },
];

test.each(sandboxes)(
  "in a sandbox without network ($code) that is named, and no server that is away",
  async (failure) => {
    writeContact(home, { url: "http://127.0.0.1:4000", token: "t" });
    const cause = Object.assign(new Error(failure.message), failure, { syscall: "connect" });
    const asked = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed", { cause }));
    onTestFinished(() => asked.mockRestore());
    const said = /may not use the network in this shell: .*network_access = true/;
    await expect(ask()).rejects.toThrow(said);
    await expect(ask()).rejects.not.toThrow(/No server runs/);
    const order = { agent: "ada", owner: "acme", repo: "demo", issue: 12, text: "/claim" };
    expect(await sendOrder(home, order)).toEqual({ type: "undecided", why: expect.stringMatching(said) });
    expect(
      await refreshAt(
        { url: "http://127.0.0.1:4000", token: "t" },
        { owner: "acme", repo: "demo", number: 12 },
      ),
    ).toBe("unsure");
    expect((await readingOf(home, { readAt: async () => 1 })).remark).toMatch(said);
    expect(serverAway("https://box.example.com", new TypeError("fetch failed", { cause })).message).toMatch(
      said,
    );
  },
);

test("a server that was started again in between is asked again, by its new secret", async () => {
  const url = await listening(
    createServer((request, response) => {
      const isNew = request.headers.authorization === "Bearer new";
      writeContact(home, { url, token: "new" });
      response.writeHead(isNew ? 200 : 401, { "content-type": "application/json" }).end("{}");
    }),
  );
  writeContact(home, { url, token: "old" });
  expect(await ask()).toMatchObject({ type: "answered", response: { status: 200 } });
});

const commands = [["open"], ["tokens"], ["pause"], ["rebuild"]] as const;

test.each(commands)("`%s` says of a server that broke off why, and reports no defect", async (...words) => {
  writeContact(home, { url: await (silences["it ends the connection"]?.[0]() ?? ""), token: "t" });
  const { code, err } = await signalbox([...words], { SIGNALBOX_HOME: home });
  expect([code, err]).toEqual([1, expect.stringContaining("ended the connection before it answered")]);
});

test("`pause` is kept for the next start if another program has the port of a server that was killed", async () => {
  writeContact(home, { url: await answering(404, text, "no"), token: "t" });
  const { code, out } = await signalbox(["pause"], { SIGNALBOX_HOME: home });
  expect([code, out]).toEqual([
    0,
    expect.stringContaining("No server is running: this takes effect on its next start"),
  ]);
});
