/** Checks what is stored on this machine, and whether a server uses it. */
import { leaderOver } from "../../../engine/model/leading.ts";
import { type LoginWritten, loginsWritten } from "../../../protocol/logins-written.ts";
import { readSettings } from "../../../protocol/settings/read-settings.ts";
import { type CheckResult, failed, passed, warning } from "../check-result.ts";
import type { DoctorFacts } from "../facts.ts";

const tightBytes = 200 * 1024 * 1024;

export function checkFolder({ folder }: DoctorFacts): readonly CheckResult[] {
  const name = "data folder";
  const { path, state, freeBytes } = folder;
  const free = freeBytes === undefined ? "" : `, ${Math.floor(freeBytes / 1024 / 1024)} MiB free`;
  if (state === "absent") return [passed(name, `${path} is not there yet; the first start makes it.`)];
  if (state === "not writable")
    return [
      failed(
        name,
        `${path} cannot be written.`,
        "Check its permissions, or name another with SIGNALBOX_HOME.",
      ),
    ];
  if (state === "open to others")
    return [
      warning(name, `Others may look into ${path}, which holds tokens and issues.`, `chmod 700 ${path}`),
    ];
  if (freeBytes !== undefined && freeBytes < tightBytes)
    return [failed(name, `${path}${free}.`, "Make room: with a full disk no delivery is taken.")];
  return [passed(name, `${path}${free}.`)];
}

export function checkServer({ server }: DoctorFacts): readonly CheckResult[] {
  const name = "server";
  if (server.type === "none")
    return [warning(name, "None runs with this data folder.", "`signalbox start` runs it.")];
  if (server.type === "silent")
    return [
      failed(
        name,
        `One was started at ${server.url} and does not answer.`,
        "Its log says why; start it again.",
      ),
    ];
  if (server.status === 200) return [passed(name, `It answers at ${server.url} and is ready.`)];
  const missing = server.missing.length === 0 ? "" : ` What is missing: ${server.missing.join(", ")}.`;
  return [
    failed(
      name,
      `${server.url}/health answers ${server.status}.${missing}`,
      "Wait a minute; then its log says why.",
    ),
  ];
}

export function checkStore({ store }: DoctorFacts): readonly CheckResult[] {
  if (store === undefined) return [];
  if (typeof store === "string")
    return [failed("index", store, "Start the server, which mends or names it.")];
  const { deliveries, effects, bytes } = store;
  const size = `${Math.ceil(bytes / 1024 / 1024)} MiB, ${deliveries.pending} deliveries and ${effects.waiting} writes wait.`;
  return [
    passed("index", size),
    ...(deliveries.dead === 0
      ? []
      : [
          warning(
            "index",
            `${deliveries.dead} deliveries failed too often and are set aside.`,
            "The log names each. What they told of was read by the sweep; report the cause.",
          ),
        ]),
    ...(effects.refused === 0
      ? []
      : [
          warning(
            "index",
            `GitHub refused ${effects.refused} writes for good.`,
            "Each issue's status comment says which; often a permission or a label is missing.",
          ),
        ]),
  ];
}

export function checkSettings({ store }: Pick<DoctorFacts, "store">): readonly CheckResult[] {
  if (typeof store !== "object") return [];
  return store.repositories.map(({ name, problem, settings }) => {
    if (problem !== undefined)
      return failed(
        "settings",
        `${name}: ${problem}`,
        "Mend the file on the default branch; until then the last good one holds.",
      );
    const [wrong] = settings === undefined ? [] : loginsIn(settings);
    if (wrong !== undefined)
      return warning(
        "settings",
        `${name}: \`${wrong.login}\` stands where only an account's id counts, so it names no one.`,
        `Write what this prints: gh api users/${wrong.login} --jq .node_id`,
      );
    return passed("settings", `${name}: ${settings === undefined ? "the defaults" : "its own file"}.`);
  });
}

/** Entries of `trust.agents`, `escalations.assignees`, `policy` and `leader` that look like logins. */
function loginsIn(text: string): readonly LoginWritten[] {
  const reading = readSettings(text);
  return reading.ok ? loginsWritten(reading.settings) : [];
}

/** Reports which installation writes to each repository that two installations serve. */
export function checkLeaders({ store, inspection }: DoctorFacts): readonly CheckResult[] {
  if (typeof store !== "object" || inspection?.bot.ok !== true) return [];
  const us = inspection.bot.value.node_id;
  return store.repositories.flatMap(({ name, settings, traces }) => {
    const reading = readSettings(settings ?? "");
    const named = reading.ok ? reading.settings.leader : undefined;
    const leader = leaderOver(traces, named, us);
    if (leader === undefined) return [];
    return warning(
      "leader",
      `${name}: another installation leads, the bot ${leader.login ?? ""} (${leader.id}): nothing is written there.`,
      `If it is gone or is not to lead, set \`leader: ${us}\` in the settings file; else uninstall one of the two.`,
    );
  });
}

export function checkPauses({ pauses, store }: DoctorFacts): readonly CheckResult[] {
  const name = "pause";
  if (typeof pauses === "string") return [failed(name, pauses, "Nothing starts until then.")];
  const told = (what: string, reason: string | undefined, how: string): CheckResult =>
    warning(
      name,
      `${what} is paused${reason === undefined ? "" : ` (${reason})`}: nothing is written there.`,
      how,
    );
  const kept = typeof store === "object" ? store.repositories : [];
  const bySettings = kept.filter(({ settings }) => {
    const reading = readSettings(settings ?? "");
    return reading.ok && reading.settings.paused;
  });
  return [
    ...(pauses.everything === undefined
      ? []
      : [told("Everything", pauses.everything.reason, "`signalbox resume` ends it.")]),
    ...[...pauses.repositories.values()].map((pause) =>
      told(pause.name, pause.reason, `\`signalbox resume --repo ${pause.name}\` ends it.`),
    ),
    ...bySettings.map((each) =>
      told(each.name, "by its settings", "Take `paused: true` out of its settings file."),
    ),
  ];
}
