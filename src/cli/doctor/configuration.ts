/** Which process the environment's variables are for, and whether it would start with them. */
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { UserError } from "../../base/errors.ts";
import {
  type CommonSettings,
  type Environment,
  readEnvironment,
} from "../../server/composition/environment.ts";
import { readWebEnvironment, readWorkerEnvironment } from "../../server/composition/role-environment.ts";
import type { Role } from "../../server/composition/roles.ts";
import type { SiteSettings } from "../../server/composition/site-environment.ts";
import { ownAddresses } from "../../server/site/guard/own-addresses.ts";
import { appFileIn } from "../start/local-hub.ts";
import type { Configuration, PagesSeen } from "./facts.ts";

/** @param role what the process does; guessed from the variables by default */
export function configurationIn(
  environment: Environment,
  home: string,
  role: Role = roleOf(environment),
): Configuration {
  try {
    return readers[role](environment, home);
  } catch (thrown) {
    if (thrown instanceof UserError) return { type: "broken", role, problem: thrown.message };
    throw thrown;
  }
}

/**
 * Of all processes, only web processes do without the App's key, and only workers without the webhook's secret. A session
 * key without the App's key is a web process's, whatever else is missing: nobody is to put the App's key there.
 */
function roleOf(environment: Environment): Role {
  const isSet = (name: string): boolean => (environment[name] ?? "") !== "";
  const hasKey = isSet("PRIVATE_KEY") || isSet("PRIVATE_KEY_PATH");
  if (!hasKey && isSet("SESSION_KEY")) return "web";
  if (!isSet("DATABASE_URL") || hasKey === isSet("WEBHOOK_SECRET")) return "all";
  return hasKey ? "worker" : "web";
}

const readers: Readonly<Record<Role, (environment: Environment, home: string) => Configuration>> = {
  all: (environment, home) => {
    const settings = readEnvironment(environment);
    if (settings.github !== undefined)
      return { type: "app", github: settings.github, ...pagesSeen(settings) };
    const ofHub = readEnvironment(hubVariables(home)).github;
    return ofHub === undefined ? { type: "none" } : { type: "hub", github: ofHub };
  },
  web: (environment) => {
    const settings = readWebEnvironment(environment);
    return { type: "web", webhook: settings.github, ...pagesSeen(settings) };
  },
  worker: (environment) => ({ type: "worker", github: readWorkerEnvironment(environment).github }),
};

interface Served extends Pick<CommonSettings, "host" | "port"> {
  readonly site: SiteSettings;
}

function pagesSeen({ host, port, site }: Served): PagesSeen {
  const { publicUrl, trustedProxies } = site;
  const pagesAt = ownAddresses({ host, port, publicUrl }).preferred;
  return { pagesAt, lacksProxies: publicUrl?.startsWith("https:") === true && trustedProxies.length === 0 };
}

function hubVariables(home: string): Environment {
  try {
    return parseEnv(readFileSync(appFileIn(home), "utf8"));
  } catch {
    return {};
  }
}
