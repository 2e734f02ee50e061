/** The webhook endpoint, over real sockets. Each test states what the sender sees and what was stored. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Clock, systemClock } from "../../../src/base/clock.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import type { Admission, Delivery } from "../../../src/dispatcher/ports/inbox.ts";
import type { LedgerEntry } from "../../../src/dispatcher/ports/ledger.ts";
import {
  closeServer,
  createHttpServer,
  listen,
  type SocketLimits,
} from "../../../src/server/http/http-server.ts";
import { createIngress, type Ingress, type IngressPorts } from "../../../src/server/ingress/ingress.ts";
import { connectTo, issueOpened, post, sign, webhookSecret } from "../delivery.ts";

interface Door {
  readonly url: string;
  readonly kept: readonly Delivery[];
  readonly ledger: readonly LedgerEntry[];
  /** One for each delivery that was turned away although it may be good. */
  readonly turnedAway: readonly number[];
  readonly ingress: Ingress;
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Setting {
  readonly secrets?: readonly string[];
  readonly limits?: SocketLimits;
  readonly admit?: (delivery: Delivery) => Promise<Admission>;
  readonly accessChanged?: IngressPorts["accessChanged"];
  readonly clock?: Clock;
}

/** An endpoint whose inbox records GUIDs and bodies. */
async function open(setting: Setting = {}): Promise<Door> {
  const kept: Delivery[] = [];
  const ledger: LedgerEntry[] = [];
  const turnedAway: number[] = [];
  const remember = async (delivery: Delivery): Promise<Admission> => {
    if (kept.some((known) => known.guid === delivery.guid)) return "duplicate";
    const replayed = kept.some((known) => known.bodyHash === delivery.bodyHash);
    kept.push(delivery);
    return replayed ? "suspected replay" : "new";
  };
  const ingress = createIngress(
    { appId: 400001, webhookSecrets: setting.secrets ?? [webhookSecret] },
    {
      inbox: { admit: setting.admit ?? remember },
      note: (entry) => ledger.push(entry),
      admitted: () => {},
      turnedAway: () => void turnedAway.push(1),
      accessChanged: setting.accessChanged ?? (async () => {}),
      clock: setting.clock ?? systemClock,
      logger: silentLogger,
      onStep: () => {},
    },
  );
  const server = createHttpServer(
    (request, response) => void ingress.receive(request, response),
    setting.limits,
  );
  const { port } = await listen(server, "127.0.0.1", 0, () => "");
  closing.push(() => closeServer(server, 0));
  return { url: `http://127.0.0.1:${port}`, kept, ledger, turnedAway, ingress };
}

const guid = "0b989ba4-242f-11e5-81e1-c7b6966d2516";
const requestHead = (headers: readonly string[]): string =>
  ["POST /api/github/webhooks HTTP/1.1", "Host: x", ...headers, "", ""].join("\r\n");
const goodHeaders = (body: string): readonly string[] => [
  "Content-Type: application/json",
  "X-GitHub-Event: issues",
  `X-GitHub-Delivery: ${guid}`,
  `X-Hub-Signature-256: ${sign(body)}`,
];

describe("a signed delivery", () => {
  test("A01 a delivery is stored with its repository, action and installation before it is answered", async () => {
    const door = await open();
    expect(await post(door.url, { headers: { "x-github-delivery": guid.toUpperCase() } })).toEqual({
      status: 202,
      text: "accepted\n",
    });
    expect(door.kept).toMatchObject([
      { guid, event: "issues", action: "opened", repositoryId: "R_7", installationId: 42, source: "webhook" },
    ]);
    expect(door.kept[0]?.payload.toString()).toBe(issueOpened);
  });

  test("A06 a delivery is accepted with the old and the new secret during a rotation, then only with the new", async () => {
    const old = "the-secret-before-0123456789-0123456789";
    const during = await open({ secrets: [webhookSecret, old] });
    expect((await post(during.url, { secret: old })).status).toBe(202);
    expect((await post(during.url)).status).toBe(202);
    const after = await open();
    expect((await post(after.url, { secret: old })).status).toBe(401);
    expect(after.kept).toEqual([]);
  });

  test("A07 a delivery with a known GUID is answered as a duplicate and stored once", async () => {
    const door = await open();
    const again = { headers: { "x-github-delivery": guid } };
    await post(door.url, again);
    expect(await post(door.url, again)).toEqual({ status: 200, text: "duplicate\n" });
    expect(door.kept).toHaveLength(1);
  });

  test("A08 a delivery with a known body and a new GUID is recorded as a suspected replay", async () => {
    const door = await open();
    await post(door.url);
    expect((await post(door.url)).status).toBe(202);
    expect(door.ledger).toMatchObject([{ kind: "replay-suspected", delivery: door.kept[1]?.guid }]);
  });

  test.each(["__proto__", "constructor", "error", "*", "star", "x".repeat(10_000)])(
    "A10 a delivery of the event %.20s is ignored and not stored",
    async (event) => {
      const door = await open();
      expect(await post(door.url, { headers: { "x-github-event": event } })).toEqual({
        status: 202,
        text: "set aside\n",
      });
      expect(door.kept).toEqual([]);
      expect(door.ledger).toMatchObject([{ kind: "dropped" }]);
      expect(door.ledger[0]?.because.length).toBeLessThan(200);
    },
  );

  test.each(["null", "1", '"x"', "[]", "{}", "{", "\ufeff{}", "[".repeat(100_000)])(
    "A11 A12 a delivery with the useless body %.12s is answered without a crash",
    async (body) => {
      const door = await open();
      expect((await post(door.url, { body })).status).toBe(202);
      expect(door.kept).toMatchObject([
        { repositoryId: undefined, action: undefined, installationId: undefined },
      ]);
    },
  );

  test("A12 a delivery with invalid UTF-8 is stored byte for byte", async () => {
    const door = await open();
    const body = Buffer.from([0x7b, 0xff, 0xfe, 0xc0, 0x7d]);
    expect((await post(door.url, { body })).status).toBe(202);
    expect(door.kept[0]?.payload.equals(body)).toBe(true);
  });

  test("A16 a delivery that GitHub addressed to another App is ignored", async () => {
    const door = await open();
    const headers = { "x-github-hook-installation-target-id": "999" };
    expect((await post(door.url, { headers })).text).toBe("set aside\n");
    expect(door.kept).toEqual([]);
    expect(door.ledger).toMatchObject([{ kind: "dropped", because: expect.stringContaining("999") }]);
  });

  test("A17 A18 a delivery is refused with 503 and no detail while the inbox is failing", async () => {
    const door = await open({
      admit: () => Promise.reject(new Error(`disk full: /srv/secret/db ${webhookSecret}`)),
    });
    expect(await post(door.url)).toEqual({ status: 503, text: "unavailable, deliver again later\n" });
    expect(door.ingress.counts()).toEqual({ unavailable: 1 });
    expect(door.turnedAway).toEqual([1]);
  });
});

describe("a request that is not a delivery", () => {
  const good = sign(issueOpened);
  test.each([
    ["A02 a signature by another secret", sign(issueOpened, "another")],
    ["A03 no signature", undefined],
    ["A04 a truncated signature", good.slice(0, -1)],
    ["A04 a signature too long", `${good}0`],
    ["A04 upper-case hex", `sha256=${good.slice(7).toUpperCase()}`],
    ["A04 no sha256=", good.slice(7)],
    ["A04 sha1 in its place", `sha1=${good.slice(7, 47)}`],
    ["A04 two signatures joined by a comma", `${good}, ${good}`],
    ["A04 two signature headers", [good, good]],
    ["A04 bytes that are not hex", `sha256=${"\u00e9".repeat(64)}`],
  ])("%s gets a request refused, and nothing is stored", async (_case, signature) => {
    const door = await open();
    expect(await post(door.url, { headers: { "x-hub-signature-256": signature } })).toEqual({
      status: 401,
      text: "signature missing or wrong\n",
    });
    expect([door.kept, door.ledger]).toEqual([[], []]);
    expect(door.ingress.counts()).toEqual({ unsigned: 1 });
  });

  test("A03 a request with only the outdated X-Hub-Signature is refused", async () => {
    const door = await open();
    const headers = { "x-hub-signature-256": undefined, "x-hub-signature": `sha1=${"0".repeat(40)}` };
    expect((await post(door.url, { headers })).status).toBe(401);
  });

  test.each([
    ["a form", { headers: { "content-type": "application/x-www-form-urlencoded" } }, 415],
    ["no content type", { headers: { "content-type": undefined } }, 415],
    ["a longer type", { headers: { "content-type": "application/json+x" } }, 415],
    ["GET", { method: "GET", body: "" }, 405],
    ["PUT", { method: "PUT" }, 405],
    ["a malformed GUID", { headers: { "x-github-delivery": "../../etc/passwd" } }, 400],
    ["no event", { headers: { "x-github-event": undefined } }, 400],
  ])("A15 a request with %s is refused", async (_case, posted, status) => {
    const door = await open();
    expect((await post(door.url, posted)).status).toBe(status);
    expect(door.kept).toEqual([]);
  });
});

describe("a misbehaving sender", () => {
  test("A13 a declared length above the cap is refused before the body is sent", async () => {
    const door = await open();
    const sender = connectTo(door.url);
    sender.write(requestHead([...goodHeaders(""), `Content-Length: ${200 * 1024 * 1024}`]));
    expect(await sender.closed).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("A13 an endless chunked body is cut off at the cap and its memory is released", async () => {
    const door = await open();
    const sender = connectTo(door.url);
    const mebibyte = Buffer.alloc(1024 * 1024, 0x20);
    const before = process.memoryUsage().rss;
    sender.write(requestHead([...goodHeaders(""), "Transfer-Encoding: chunked"]));
    for (let sent = 0; sent < 26; sent++) {
      sender.write("100000\r\n");
      sender.write(mebibyte);
      sender.write("\r\n");
    }
    expect(await sender.closed).toMatch(/^HTTP\/1\.1 413 /);
    // The sender's own buffers are in this process too, so the bound is twice the endpoint's share.
    expect(process.memoryUsage().rss - before).toBeLessThan(2 * 32 * 1024 * 1024);
    expect((await post(door.url)).status).toBe(202);
  });

  test("A13 a length that promises more than is sent times out", async () => {
    const door = await open({ limits: quick });
    const sender = connectTo(door.url);
    sender.write(`${requestHead([...goodHeaders(issueOpened), "Content-Length: 5000"])}${issueOpened}`);
    expect(await sender.closed).toMatch(/^HTTP\/1\.1 408 /);
    expect(door.kept).toEqual([]);
  });

  test("A13 bytes beyond the declared length are not part of the delivery", async () => {
    const door = await open();
    const sender = connectTo(door.url);
    const head = requestHead([...goodHeaders("{}"), "Content-Length: 2"]);
    sender.write(`${head}{}{"smuggled":true}`);
    expect(await sender.closed).toContain("HTTP/1.1 400 ");
    for (const delivery of door.kept) expect(delivery.payload.toString()).toBe("{}");
  });

  test("A13 more large bodies at once than there are slots for are told to retry", async () => {
    const door = await open({ limits: quick });
    const hog = () => {
      const sender = connectTo(door.url);
      sender.write(requestHead([...goodHeaders(""), `Content-Length: ${1024 * 1024}`]));
      return sender;
    };
    const hogs = [hog(), hog(), hog(), hog(), hog()];
    expect(await Promise.race(hogs.map((sender) => sender.closed))).toMatch(/^HTTP\/1\.1 503 /);
    expect((await post(door.url)).status).toBe(202);
    for (const sender of hogs) sender.destroy();
  });

  const quick: SocketLimits = {
    headersTimeoutMs: 300,
    requestTimeoutMs: 600,
    idleTimeoutMs: 1000,
    maxConnections: 2000,
  };

  test("A14 slow headers and slow bodies time out while others are served", async () => {
    const door = await open({ limits: quick });
    const crowd = Array.from({ length: 500 }, (_, i) => {
      const sender = connectTo(door.url);
      sender.write(
        i % 2 === 0
          ? "POST /api/github/webhooks HTTP/1.1\r\nHost:"
          : requestHead([...goodHeaders("{}"), "Content-Length: 2"]),
      );
      return sender;
    });
    expect((await post(door.url)).status).toBe(202);
    const answers = await Promise.all(crowd.map((sender) => sender.closed));
    expect(answers.every((answer) => /^(?:HTTP\/1\.1 408 |$)/.test(answer))).toBe(true);
    expect((await post(door.url)).status).toBe(202);
  });

  test("A14 a sender that disconnects in the middle of its body leaves nothing behind", async () => {
    const door = await open();
    const sender = connectTo(door.url);
    sender.write(`${requestHead([...goodHeaders(issueOpened), "Content-Length: 5000"])}{`);
    sender.destroy();
    await sender.closed;
    expect((await post(door.url)).status).toBe(202);
    expect(door.kept).toHaveLength(1);
    expect(door.ingress.counts()).toEqual({ accepted: 1 });
  });
});

const revoked = JSON.stringify({ action: "revoked", sender: { node_id: "U_maria", login: "maria" } });
const revocation = { body: revoked, headers: { "x-github-event": "github_app_authorization" } };
const installationChanged = { headers: { "x-github-event": "installation_repositories" } };

describe("a delivery that ends access", () => {
  test.each([
    ["a revocation", revocation, { type: "revoked", nodeId: "U_maria" }],
    ["a changed installation", installationChanged, { type: "changed" }],
  ])("%s is stored and acknowledged only once what it ends has ended", async (_, delivery, news) => {
    const ended = Promise.withResolvers<void>();
    const heard = [] as unknown[];
    const door = await open({
      accessChanged: (given) => {
        heard.push(given);
        return ended.promise;
      },
    });
    let isAnswered = false;
    const answer = post(door.url, delivery);
    const noteAnswer = (): void => {
      isAnswered = true;
    };
    answer.then(noteAnswer, noteAnswer);
    await vi.waitFor(() => expect(heard).toEqual([news]));
    expect([isAnswered, door.kept.length]).toEqual([false, 0]);
    ended.resolve();
    expect((await answer).status).toBe(202);
    expect(door.kept).toHaveLength(1);
  });

  test.each([
    ["a revocation", revocation],
    ["a changed installation", installationChanged],
  ])(
    "%s whose ending fails is answered with 503 and not stored, so that it comes again",
    async (_, delivery) => {
      const door = await open({ accessChanged: () => Promise.reject(new Error("the disk is full")) });
      const text = "unavailable, deliver again later\n";
      expect(await post(door.url, delivery)).toEqual({ status: 503, text });
      expect([door.kept, door.turnedAway]).toEqual([[], [1]]);
    },
  );

  test("a revocation whose ending takes too long is answered with 503 before GitHub gives up", async () => {
    const slept: number[] = [];
    const clock = { ...systemClock, sleep: async (ms: number) => void slept.push(ms) };
    const door = await open({ accessChanged: () => new Promise(() => {}), clock });
    expect((await post(door.url, revocation)).status).toBe(503);
    expect([slept, door.kept, door.turnedAway]).toEqual([[8_000], [], [1]]);
  });
});
