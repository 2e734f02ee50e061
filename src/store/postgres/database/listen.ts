/** Receives notifications (`NOTIFY`) of other processes. */
import pg from "pg";
import { aborted } from "../../../base/aborted.ts";
import { systemClock } from "../../../base/clock.ts";
import { jittered } from "../../../base/jitter.ts";

export interface Listener {
  /** Resolves once it listens for the first time. */
  readonly listening: Promise<void>;
  readonly close: () => Promise<void>;
}

const retryDelayMs = 1_000;

export interface ListenOptions {
  readonly channel: string;
  /** Shown in `pg_stat_activity`. */
  readonly name: string;
  readonly onPayload: (payload: string) => void;
  /** A number in [0, 1). */
  readonly random: () => number;
}

/** Listens on its own connection, and reconnects if that is lost. Notifications sent in between are missed. */
export function listen(url: string, { channel, name, onPayload, random }: ListenOptions): Listener {
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = Promise.withResolvers<void>();
  const routine = keepListening();

  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      await listenOnce().catch(() => {});
      await systemClock.sleep(jittered(retryDelayMs, random), signal);
    }
    first.resolve();
  }

  /** Resolves when the connection is gone. */
  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    const gone = new Promise<void>((resolve) => client.once("end", resolve));
    // `end` follows. Without a listener, an error would end the process.
    client.on("error", () => {});
    client.on("notification", ({ payload = "" }) => onPayload(payload));
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
