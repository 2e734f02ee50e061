/** The environment of an agent's program: the caller's own, without what is withheld from programs, and what it works on. */
import { delimiter } from "node:path";
import { type Environment, isWithheld, pathsBeside } from "../programs/withheld.ts";

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
  /** Absolute path of the data folder, which the program does not get. */
  readonly home: string;
  /** Absolute path of the file that says how to reach the server, with the run's own secret. */
  readonly contactFile: string;
  /** Absolute path of a folder with the commands of the run. */
  readonly commands: string;
  /** What the run's own folder brings in place of the data folder. */
  readonly instead: Environment;
}

const usualPath = "/usr/local/bin:/usr/bin:/bin";

export function agentEnvironment(env: Environment, run: Surroundings): Environment {
  const withheld = isWithheld(env, run.home);
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !withheld(name))),
    PATH: pathIn(env, run),
    ...run.instead,
    SIGNALBOX_AGENT: run.agent,
    SIGNALBOX_SESSION: run.session,
    SIGNALBOX_REPO: run.repository,
    SIGNALBOX_ISSUE: String(run.issue),
    SIGNALBOX_LEASE: String(run.token),
    SIGNALBOX_TRACK: run.track,
    SIGNALBOX_RUN: run.contactFile,
  };
}

function pathIn({ PATH = usualPath }: Environment, { commands, home }: Surroundings): string {
  return [commands, ...pathsBeside(PATH, home)].join(delimiter);
}

const secretName = /TOKEN|SECRET|PASSW|CREDENTIAL|API_?KEY|PRIVATE_?KEY|(?:^|_)KEY$|^DATABASE_URL$/i;

/** Values that must not be written to a record: those of variables whose name says that they are secret. */
export function secretsIn(env: Environment): readonly string[] {
  return Object.entries(env).flatMap(([name, value = ""]) => (secretName.test(name) ? [value] : []));
}
