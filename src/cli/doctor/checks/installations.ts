/**
 * Checks where the App is installed, what GitHub still permits there, and whether the repositories are set
 * up.
 */

import type { InspectedInstallation, InspectedRepository } from "../../../github/identity/inspection.ts";
import { labelsToMake } from "../../../protocol/label.ts";
import { readSettings } from "../../../protocol/settings/read-settings.ts";
import { pageHint } from "../../terminal/pages.ts";
import { type CheckResult, failed, passed, warning } from "../check-result.ts";
import type { DoctorFacts } from "../facts.ts";
import { accountOf } from "./app.ts";

/** Warns if less than this share of the hourly request limit is left. */
const scarceShare = 0.1;
/** Roles that may decide more than work matters. */
const decidingRoles: ReadonlySet<string> = new Set(["admin", "maintain"]);

function installationsOf({ inspection }: DoctorFacts): readonly InspectedInstallation[] {
  return inspection?.installations.ok === true ? inspection.installations.value : [];
}

function repositoriesOf(scene: DoctorFacts): readonly InspectedRepository[] {
  return installationsOf(scene).flatMap(({ repositories }) => (repositories.ok ? repositories.value : []));
}

export function checkInstallations(scene: DoctorFacts): readonly CheckResult[] {
  const name = "installations";
  if (scene.inspection?.app.ok !== true) return [];
  const { installations, app } = scene.inspection;
  if (!installations.ok)
    return [failed(name, `Could not list them: ${installations.message}.`, "Try again.")];
  if (installations.value.length === 0)
    return [
      failed(
        name,
        "The App is not installed anywhere.",
        `Install it: ${app.value.html_url}/installations/new`,
      ),
    ];
  return installations.value.map((installation) => {
    const who = accountOf(installation);
    if (installation.suspended_at)
      return warning(
        name,
        `The installation of ${who} is suspended.`,
        `Its owner can resume it ${pageHint(installation.html_url)}.`,
      );
    const { repositories } = installation;
    if (!repositories.ok)
      return failed(
        name,
        `Could not query the installation of ${who}: ${repositories.message}.`,
        "Try again later.",
      );
    const names = repositories.value.map((repository) => repository.name);
    return names.length === 0
      ? warning(
          name,
          `The installation of ${who} has no repositories.`,
          `Select some ${pageHint(installation.html_url)}.`,
        )
      : passed(name, `${who}: ${names.join(", ")}.`);
  });
}

export function checkRates(scene: DoctorFacts): readonly CheckResult[] {
  return installationsOf(scene).flatMap((installation) => {
    if (!installation.rates.ok) return [];
    const { core, graphql } = installation.rates.value;
    const shown = `${accountOf(installation)}: ${core.remaining} of ${core.limit} requests and ${graphql.remaining} of ${graphql.limit} GraphQL points are left this hour.`;
    const isScarce = [core, graphql].some(({ remaining, limit }) => remaining < limit * scarceShare);
    return isScarce
      ? warning(
          "rate limits",
          shown,
          "The App waits automatically until the limit resets. If this happens often, install it on fewer repositories.",
        )
      : passed("rate limits", shown);
  });
}

export function checkLabels(scene: DoctorFacts): readonly CheckResult[] {
  const kept = typeof scene.store === "object" ? scene.store.repositories : [];
  return repositoriesOf(scene).flatMap(({ id, name, labels, isArchived }) => {
    if (isArchived || !labels.ok) return [];
    const text = kept.find((each) => each.id === id)?.settings;
    const reading = readSettings(text ?? "");
    const names = new Set(labels.value.map((label) => label.toLowerCase()));
    const missing = labelsToMake(reading.ok ? reading.settings.labels : {}).filter(
      (label) => !names.has(label.name.toLowerCase()),
    );
    return missing.length === 0
      ? passed("labels", `${name} has them all.`)
      : warning(
          "labels",
          `${name} lacks ${missing.map((label) => label.name).join(", ")}.`,
          "A running server creates them on its next sweep. A label renamed on GitHub is still recognised and does not count as missing.",
        );
  });
}

/** Checks the logins in the settings (trust rule 16). */
export function checkLogins(scene: DoctorFacts): readonly CheckResult[] {
  return repositoriesOf(scene).flatMap(({ name, agents }) => {
    if (!agents.ok || agents.value.length === 0) return [];
    const deciding = agents.value.filter(({ role }) => decidingRoles.has(role));
    const shown = agents.value.map(({ login, role }) => `${login} (${role})`).join(", ");
    return deciding.length === 0
      ? passed("logins", `Agents of ${name}: ${shown}. None of them may decide in place of a person.`)
      : warning(
          "logins",
          `In ${name} ${deciding.map(({ login, role }) => `${login} is listed as an agent and is ${role}`).join("; ")}.`,
          "Whatever that login may do, an agent using it may do too. Give agents their own logins with the role write, or an App each.",
        );
  });
}
