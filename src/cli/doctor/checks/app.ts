/** Checks that the App is configured, that GitHub accepts it, and that it has the permissions it needs. */
import { unreachable } from "../../../base/errors.ts";
import { denialIn } from "../../../github/transport/denial.ts";
import type { Role } from "../../../server/composition/roles.ts";
import { describeDifference, differences, type GrantDifference } from "../../setup/registration.ts";
import { pageHint } from "../../terminal/pages.ts";
import { type CheckResult, failed, passed, warning } from "../check-result.ts";
import type { DoctorFacts } from "../facts.ts";

export function checkConfiguration({ configuration }: DoctorFacts): readonly CheckResult[] {
  const name = "configuration";
  switch (configuration.type) {
    case "broken":
      return [
        failed(name, configuration.problem, `Set the variables listed above${restOf[configuration.role]}`),
      ];
    case "none":
      return [
        warning(
          name,
          "No App is configured, and no hub has been run with this data folder.",
          "`npm start` runs the hub; `signalbox setup` registers an App.",
        ),
      ];
    case "hub":
      return [passed(name, "No App is configured: the hub is used in place of GitHub.")];
    case "web":
      return [
        passed(
          name,
          `App ${configuration.webhook.appId}: all variables of a web process are set. It has no private key: to check the App, its permissions and repositories on GitHub, run this with the variables of a worker.`,
        ),
      ];
    case "worker":
      return [
        passed(
          name,
          `App ${configuration.github.appId}: all variables of a worker are set, and its key is readable.`,
        ),
      ];
    case "app":
      return [
        passed(name, `App ${configuration.github.appId}, its key and its webhook secret are readable.`),
      ];
    default:
      return unreachable(configuration);
  }
}

const restOf: Readonly<Record<Role, string>> = {
  all: ", or run `signalbox setup`.",
  web: ". Those of a web process were checked. For a single server or a worker, run `signalbox doctor --role all` or `--role worker`.",
  worker:
    ". Those of a worker were checked. For a single server or a web process, run `signalbox doctor --role all` or `--role web`.",
};

export function checkApp({ inspection, configuration }: DoctorFacts): readonly CheckResult[] {
  if (inspection === undefined) return [];
  const { app } = inspection;
  const name = "App";
  if (app.ok) {
    const { slug, id } = app.value;
    const expected = "github" in configuration ? configuration.github.appId : id;
    return id === expected
      ? [passed(name, `GitHub knows it as ${slug}, ID ${id}.`)]
      : [
          failed(
            name,
            `PRIVATE_KEY belongs to App ${id}, but APP_ID is ${expected}.`,
            "Set the App's own ID and key.",
          ),
        ];
  }
  if (app.status === undefined)
    return [
      failed(
        name,
        `GitHub does not respond: ${app.message}.`,
        configuration.type === "hub"
          ? "Start the hub: npm start."
          : "Check the network, proxy settings, and GHE_HOST if it is set.",
      ),
    ];
  const advice = denialIn(app.message).advice ?? "Check that APP_ID and PRIVATE_KEY belong to the same App.";
  return [failed(name, `GitHub rejected its credentials (${app.status}: ${app.message}).`, advice)];
}

export function checkPermissions({ inspection, manifest }: DoctorFacts): readonly CheckResult[] {
  if (inspection?.app.ok !== true) return [];
  const { app, installations } = inspection;
  const ofApp = differences(manifest, app.value);
  const missing = ofApp.filter(isLack).map(describeDifference);
  const found: CheckResult[] = [
    missing.length === 0
      ? passed("permissions", "The App has all the permissions and events it needs.")
      : failed(
          "permissions",
          `The App lacks: ${missing.join("; ")}.`,
          `Change them ${pageHint(app.value.html_url)}, then accept them in each installation.`,
        ),
  ];
  for (const installation of installations.ok ? installations.value : []) {
    const lacks = Object.entries(manifest.default_permissions).filter(
      ([permission, level]) => !suffices(installation.permissions[permission], level),
    );
    if (lacks.length > 0)
      found.push(
        failed(
          "permissions",
          `The installation of ${accountOf(installation)} lacks: ${lacks.map(([each, level]) => `${each}: ${level}`).join(", ")}.`,
          `Its owner accepts them ${pageHint(installation.html_url)}.`,
        ),
      );
  }
  return found;
}

/** Extra permissions are not a problem. */
function isLack(difference: GrantDifference): boolean {
  if (difference.of === "event") return !difference.isGranted;
  return difference.asked !== "none" && !suffices(difference.granted, difference.asked);
}

function suffices(given: string | undefined, needed: string): boolean {
  return given === needed || given === "write" || given === "admin";
}

export function accountOf({
  account,
  id,
}: {
  readonly account?: { readonly login: string } | null | undefined;
  readonly id: number;
}): string {
  return account?.login ?? String(id);
}
