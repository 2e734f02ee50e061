/** Readers of changes and viewers of a page, in a process of their own, so that they do not slow down what they measure. */
import { Agent, type ClientRequest, request as send } from "node:http";
import { answerParent } from "../children.ts";
import { type ReaderCommand, readerCommand } from "./messages.ts";

let streams: ClientRequest[] = [];
let viewing: NodeJS.Timeout | undefined;
let views = 0;
/** The awaited marker, the readers that have received it, and the callback for when all have. */
let awaited:
  | { readonly marker: string; readonly received: Set<ClientRequest>; readonly all: () => void }
  | undefined;

answerParent(readerCommand, async (asked) => {
  await carryOut(asked);
  return {
    atNs: process.hrtime.bigint(),
    count: asked.type === "leave" ? views : streams.length,
  };
});

async function carryOut(asked: ReaderCommand): Promise<void> {
  if (asked.type === "open") {
    const { url, cookies, ofEach } = asked;
    const wanted = cookies.flatMap((cookie) => Array.from({ length: ofEach }, () => cookie));
    await Promise.all(wanted.map((cookie) => open(url, cookie)));
  } else if (asked.type === "await") {
    const { promise, resolve } = Promise.withResolvers<void>();
    awaited = { marker: asked.marker, received: new Set(), all: resolve };
    await promise;
  } else if (asked.type === "view") view(asked);
  else leave();
}

/** Resolves when the stream has sent the position that it starts from. */
function open(url: string, cookie: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = send(`${url}/api/v1/changes?since=now`, {
    agent: false,
    headers: { accept: "text/event-stream", cookie },
  });
  request.once("error", reject);
  request.once("response", (response) => {
    if (response.statusCode !== 200)
      return reject(new Error(`A stream was answered ${response.statusCode}.`));
    response.setEncoding("utf8");
    let rest = "";
    response.on("data", (chunk: string) => {
      resolve();
      rest = findMarker(request, rest + chunk);
    });
    response.on("error", () => {});
  });
  request.end();
  streams.push(request);
  return promise;
}

/** Returns the end of the text, in which a marker may have begun. */
function findMarker(request: ClientRequest, text: string): string {
  if (awaited !== undefined && text.includes(awaited.marker)) {
    awaited.received.add(request);
    if (awaited.received.size === streams.length) awaited.all();
  }
  return text.slice(-100);
}

function view({ url, cookie, everyMs }: Extract<ReaderCommand, { type: "view" }>): void {
  const agent = new Agent({ keepAlive: true });
  views = 0;
  viewing = setInterval(() => {
    send(url, { agent, headers: { cookie, "accept-encoding": "gzip" } }, (response) => {
      if (response.statusCode === 200) views += 1;
      response.resume();
    }).end();
  }, everyMs);
}

function leave(): void {
  clearInterval(viewing);
  for (const stream of streams) stream.destroy();
  streams = [];
}
