/** What the cluster is made of: which processes, with which ports, folders and variables. Pure. */
import { join } from "node:path";

export interface ClusterPlan {
  /** Everything that the cluster keeps. */
  readonly folder: string;
  /** The first of seven ports that follow each other. */
  readonly port: number;
  /** Variables that every process gets, such as PATH. */
  readonly inherited: Readonly<Record<string, string | undefined>>;
  readonly databaseUrl: string;
  readonly sessionKey: string;
  /** The seeded App's settings, as the hub writes them. */
  readonly app: Readonly<Record<string, string | undefined>>;
}

export interface PlannedProcess {
  readonly name: string;
  readonly role: "web" | "worker";
  readonly port: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Ports {
  /** Where people, agents and GitHub come in. */
  readonly door: number;
  readonly hub: number;
  readonly postgres: number;
  readonly web: readonly number[];
  readonly workers: readonly number[];
}

export function portsFrom(port: number): Ports {
  return {
    door: port,
    hub: port + 1,
    postgres: port + 2,
    web: [port + 3, port + 4],
    workers: [port + 5, port + 6],
  };
}

/** The folder of what commands find: the hub's people, and the address of the first web process. */
export function homeIn(folder: string): string {
  return join(folder, "home");
}

export function processesOf(plan: ClusterPlan): readonly PlannedProcess[] {
  const { web, workers } = portsFrom(plan.port);
  return [
    ...web.map((port, at) => processOf(plan, "web", at, port)),
    ...workers.map((port, at) => processOf(plan, "worker", at, port)),
  ];
}

/** Only the workers get the App's key, and only the web processes what browsers' sessions need. */
const ofTheWeb = ["APP_ID", "WEBHOOK_SECRET", "CLIENT_ID", "CLIENT_SECRET", "GHE_HOST", "GHE_PROTOCOL"];
const ofTheWorkers = ["APP_ID", "PRIVATE_KEY", "GHE_HOST", "GHE_PROTOCOL"];

function processOf(
  { folder, port: door, inherited, databaseUrl, sessionKey, app }: ClusterPlan,
  role: PlannedProcess["role"],
  at: number,
  port: number,
): PlannedProcess {
  const name = `${role}-${at + 1}`;
  const home = name === "web-1" ? homeIn(folder) : join(folder, name);
  const site = { SESSION_KEY: sessionKey, PUBLIC_URL: `http://127.0.0.1:${door}` };
  const names = role === "web" ? ofTheWeb : ofTheWorkers;
  const env = {
    ...inherited,
    ...Object.fromEntries(names.map((each) => [each, app[each]])),
    ...(role === "web" ? site : {}),
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    SIGNALBOX_HOME: home,
  };
  return { name, role, port, env };
}
