/** Processes that share a database, each with its own connections. */
import { onTestFinished } from "vitest";
import { systemClock } from "../../../src/base/clock.ts";
import type { InstallationId } from "../../../src/engine/model/fact.ts";
import { listenForAnswers } from "../../../src/store/postgres/database/answer-notifications.ts";
import { type Connection, connectionTo } from "../../../src/store/postgres/database/connection.ts";
import { openPool } from "../../../src/store/postgres/database/pool.ts";
import { PostgresRequests } from "../../../src/store/postgres/requests.ts";
import { newIndex } from "../../support/postgres.ts";

export interface TestProcess {
  readonly connection: Connection;
  readonly requests: PostgresRequests;
  /** The installations that it woke, after the commit. */
  readonly woken: readonly (readonly InstallationId[])[];
}

export function processAt(url: string): TestProcess {
  const pool = openPool(url, { max: 4, name: "tests", onLost: () => {} });
  onTestFinished(() => pool.end());
  const connection = connectionTo(pool, { clock: systemClock, onStep: () => {}, onOutcome: () => {} });
  const woken: (readonly InstallationId[])[] = [];
  const requests = new PostgresRequests(connection, {
    inTransaction: async () => {},
    afterCommit: (installations) => void woken.push(installations),
  });
  return { connection, requests, woken };
}

/** Two processes on one database. */
export async function twoProcesses() {
  const url = await newIndex();
  return { url, web: processAt(url), worker: processAt(url) };
}

/** Resolves once it receives notifications, which it does until the test ends. */
export async function hearing(url: string, onAnswered: (ids: readonly string[]) => void): Promise<void> {
  const listener = listenForAnswers(url, onAnswered);
  onTestFinished(listener.close);
  await listener.listening;
}
