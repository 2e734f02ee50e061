/**
 * Tells other processes which requests and orders were answered. Only a hint, which may be lost: a process that waits also looks
 * at the row from time to time.
 */
import pg from "pg";
import { systemClock } from "../../../base/clock.ts";
import type { Queries } from "./connection.ts";
import { statement } from "./statement.ts";

const channel = "signalbox_answered";
/** A notification has room for 8,000 bytes, and the longest id has 26. */
const maxIds = 200;

const notify = statement("SELECT pg_notify(:channel, :ids)");

/** Part of the transaction that answers: told when it commits. */
export async function tellAnswered(queries: Queries, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += maxIds)
    await queries.all(notify, { channel, ids: ids.slice(from, from + maxIds).join(" ") });
}

export interface AnswerListener {
  /** Resolves once it listens for the first time. */
  readonly listening: Promise<void>;
  readonly close: () => Promise<void>;
}

const againMs = 1_000;

/** Listens on a connection of its own, and again after it was lost. Behind a pooler it may never hear anything. */
export function listenForAnswers(url: string, told: (ids: readonly string[]) => void): AnswerListener {
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = Promise.withResolvers<void>();
  const routine = listen();

  async function listen(): Promise<void> {
    while (!signal.aborted) {
      await listenOnce().catch(() => {});
      await systemClock.sleep(againMs, signal);
    }
    first.resolve();
  }

  /** Resolves when the connection is gone. */
  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      ...{ application_name: "signalbox answers", connectionTimeoutMillis: 5_000 },
      ...{ keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
    });
    const gone = new Promise<void>((resolve) => client.once("end", resolve));
    // `end` follows. Without a listener, an error would end the process.
    client.on("error", () => {});
    client.on("notification", ({ payload = "" }) => told(payload.split(" ")));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      first.resolve();
      await Promise.race([gone, aborted(signal)]);
    } finally {
      await client.end().catch(() => {});
    }
  }

  return {
    listening: first.promise,
    close: async () => {
      stopping.abort();
      await routine;
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
