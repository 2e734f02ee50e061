/** Reads an event stream as a browser's EventSource would, and keeps where it came to. */
import { type ClientRequest, type IncomingMessage, request as send } from "node:http";
import type { Browser } from "./browser.ts";

export interface StreamedEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

export interface StreamReader {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly events: readonly StreamedEvent[];
  /** Lines that are comments. */
  readonly comments: () => number;
  /** What the client would send as Last-Event-ID. */
  readonly lastId: () => string;
  /** All of the body, if the answer is no stream. */
  readonly text: () => string;
  readonly isOver: () => boolean;
  /** Whether the server ended it, rather than the connection being cut. */
  readonly isComplete: () => boolean;
  /** Resolves when the server has ended the stream, or the connection is gone. */
  readonly over: Promise<void>;
  readonly leave: () => void;
  /** Takes no more from the connection. */
  readonly pause: () => void;
}

interface Opening {
  readonly query?: string;
  readonly lastId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function openStream(
  url: string,
  { cookies }: Pick<Browser, "cookies">,
  { query = "", lastId, headers = {} }: Opening = {},
): Promise<StreamReader> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const resumed = lastId === undefined ? {} : { "last-event-id": lastId };
  const request = send(`${url}/api/v1/changes${query}`, {
    agent: false,
    headers: { accept: "text/event-stream", cookie, ...resumed, ...headers },
  });
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const response = await answered(request);
  return reading(request, response, over, end);
}

function answered(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once("response", resolve).once("error", reject).end();
  });
}

function reading(
  request: ClientRequest,
  response: IncomingMessage,
  over: Promise<void>,
  end: () => void,
): StreamReader {
  const events: StreamedEvent[] = [];
  let text = "";
  let rest = "";
  let lastId = "";
  let comments = 0;
  let isOver = false;
  const take = (block: string): void => {
    const fields = new Map<string, string>();
    for (const line of block.split("\n")) {
      const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      if (name === "") comments += 1;
      else fields.set(name, value);
    }
    const id = fields.get("id");
    if (id !== undefined) lastId = id;
    const data = fields.get("data");
    if (data !== undefined) events.push({ id, event: fields.get("event") ?? "message", data });
  };
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    text += chunk;
    const blocks = `${rest}${chunk}`.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) take(block);
  });
  const finish = (): void => {
    isOver = true;
    end();
  };
  response.once("end", finish).once("close", finish).once("error", finish);
  request.once("error", finish);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    over,
    comments: () => comments,
    lastId: () => lastId,
    text: () => text,
    isOver: () => isOver,
    isComplete: () => response.complete,
    leave: () => request.destroy(),
    pause: () => void response.pause(),
  };
}

/** The pages that were told, as the API has them. */
export function pagesOf({ events }: Pick<StreamReader, "events">): readonly ToldPage[] {
  return events.filter(({ event }) => event === "changes").map(({ data }) => JSON.parse(data));
}

interface ToldPage {
  readonly cursor: string;
  readonly isReset: boolean;
  readonly gone: readonly { readonly id: string; readonly issue: string }[];
  readonly cards: readonly ToldCard[];
  readonly lines: readonly { readonly what: string }[];
}

interface ToldCard {
  readonly id: string;
  readonly repo: string;
  readonly number: number;
  readonly title: string;
  readonly state: string;
  readonly status?: string;
}

/** What a reader has who applied everything. */
export function cardsOf(reader: Pick<StreamReader, "events">): ReadonlyMap<string, ToldCard> {
  const cards = new Map<string, ToldCard>();
  for (const page of pagesOf(reader)) {
    if (page.isReset) cards.clear();
    for (const { id } of page.gone) cards.delete(id);
    for (const card of page.cards) cards.set(card.id, card);
  }
  return cards;
}
