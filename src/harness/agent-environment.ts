/** The environment of an agent's program: the caller's own, without the server's secrets, and what it works on. */

type Environment = Readonly<Record<string, string | undefined>>;

export interface Surroundings {
  readonly agent: string;
  /** A ULID. */
  readonly session: string;
  /** `acme/demo`. */
  readonly repository: string;
  /** The task's number. */
  readonly issue: number;
  readonly token: number;
  readonly track: string | undefined;
  /** Absolute path of the data folder. */
  readonly home: string;
}

/**
 * A run may start in the shell of the server. With these an agent could act as the App, sign people in, or change the index:
 * leases, pauses, and who may see what.
 */
const serversOwn: ReadonlySet<string> = new Set([
  "PRIVATE_KEY",
  "PRIVATE_KEY_PATH",
  "PRIVATE_KEY_PREVIOUS",
  "PRIVATE_KEY_PREVIOUS_PATH",
  "WEBHOOK_SECRET",
  "WEBHOOK_SECRET_PREVIOUS",
  "CLIENT_SECRET",
  "SESSION_KEY",
  "METRICS_TOKEN",
  "DATABASE_URL",
  "SIGNALBOX_MODEL_KEY",
]);

/** Where `DATABASE_URL` has no password, PostgreSQL's driver takes it from these. */
const passwords: ReadonlySet<string> = new Set(["PGPASSWORD", "PGPASSFILE"]);

export function agentEnvironment(env: Environment, run: Surroundings): Environment {
  const isSecret = (name: string): boolean =>
    serversOwn.has(name) || (env.DATABASE_URL !== undefined && passwords.has(name));
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !isSecret(name))),
    SIGNALBOX_AGENT: run.agent,
    SIGNALBOX_SESSION: run.session,
    SIGNALBOX_REPO: run.repository,
    SIGNALBOX_ISSUE: String(run.issue),
    SIGNALBOX_LEASE: String(run.token),
    SIGNALBOX_TRACK: run.track,
    SIGNALBOX_HOME: run.home,
  };
}

const secretName = /TOKEN|SECRET|PASSW|CREDENTIAL|API_?KEY|PRIVATE_?KEY|(?:^|_)KEY$|^DATABASE_URL$/i;

/** Values that must not be written to a record: those of variables whose name says that they are secret. */
export function secretsIn(env: Environment): readonly string[] {
  return Object.entries(env).flatMap(([name, value = ""]) => (secretName.test(name) ? [value] : []));
}
