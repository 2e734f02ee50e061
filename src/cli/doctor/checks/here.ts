/** Checks what is stored on this machine, and whether a server uses it. */
import type { Millis } from "../../../base/clock.ts";
import type { PausedScope } from "../../../dispatcher/schedule/pauses.ts";
import { leaderOver } from "../../../engine/model/leading.ts";
import { type IneffectiveLogin, ineffectiveLogins } from "../../../protocol/ineffective-logins.ts";
import { readSettings } from "../../../protocol/settings/read-settings.ts";
import type { InspectedStore } from "../../../store/shape/inspected-store.ts";
import { type CheckResult, failed, passed, warning } from "../check-result.ts";
import type { DoctorFacts } from "../facts.ts";
import { isShared } from "./cluster.ts";

const tightBytes = 200 * 1024 * 1024;

export function checkFolder({ folder }: DoctorFacts): readonly CheckResult[] {
  const name = "data folder";
  const { path, state, freeBytes } = folder;
  const free = freeBytes === undefined ? "" : `, ${Math.floor(freeBytes / 1024 / 1024)} MiB free`;
  if (state === "absent") return [passed(name, `${path} does not exist yet; it is created on first start.`)];
  if (state === "not writable")
    return [
      failed(
        name,
        `${path} cannot be written.`,
        "Check its permissions, or set SIGNALBOX_HOME to a different folder.",
      ),
    ];
  if (state === "open to others")
    return [
      warning(name, `Other users can read ${path}, which contains tokens and issues.`, `chmod 700 ${path}`),
    ];
  if (freeBytes !== undefined && freeBytes < tightBytes)
    return [
      failed(name, `${path}${free}.`, "Free up space: deliveries are rejected while the disk is full."),
    ];
  return [passed(name, `${path}${free}.`)];
}

export function checkServer(facts: DoctorFacts): readonly CheckResult[] {
  const name = "server";
  const { server } = facts;
  // On the machine of a worker there is none, and the check of all processes names those that are missing.
  if (server.type === "none" && isShared(facts)) return [];
  if (server.type === "none")
    return [warning(name, "No server is using this data folder.", "Start one with `signalbox start`.")];
  if (server.type === "silent")
    return [
      failed(name, `The server started at ${server.url} does not respond.`, "See its log, then restart it."),
    ];
  if (server.status === 200) return [passed(name, `It is running at ${server.url} and ready.`)];
  const missing = server.missing.length === 0 ? "" : ` What is missing: ${server.missing.join(", ")}.`;
  return [
    failed(
      name,
      `${server.url}/health returns ${server.status}.${missing}`,
      "Wait a minute; if it persists, see its log.",
    ),
  ];
}

export function checkStore(facts: DoctorFacts): readonly CheckResult[] {
  const { store } = facts;
  if (store === undefined) return [];
  if (typeof store === "string")
    return [
      failed(
        "index",
        store,
        isShared(facts)
          ? "No web process or worker starts until this is fixed."
          : store.includes("damaged")
            ? "Deliveries that had not been processed are fetched from GitHub's log again."
            : "Start the server, which repairs or reports it.",
      ),
    ];
  const { deliveries, effects, bytes, postgres, removed } = store;
  const where = postgres === undefined ? "" : `In PostgreSQL ${postgres}: `;
  const size = `${where}${Math.ceil(bytes / 1024 / 1024)} MiB, ${deliveries.pending} deliveries and ${effects.waiting} writes are queued.`;
  return [
    passed("index", size),
    ...removedResults(removed),
    ...(deliveries.dead === 0
      ? []
      : [
          warning(
            "index",
            `${deliveries.dead} deliveries exceeded the retry limit and were set aside.`,
            "The log lists each. The sweep has since picked up those changes; please report the cause.",
          ),
        ]),
    ...(effects.refused === 0
      ? []
      : [
          warning(
            "index",
            `GitHub permanently refused ${effects.refused} writes.`,
            "Each issue's status comment lists the refused write; often a permission or a label is missing.",
          ),
        ]),
  ];
}

/** How many removed repositories are listed by name. */
const shown = 20;

function removedResults(removed: InspectedStore["removed"]): readonly CheckResult[] {
  const until = "stored until KEEP_REMOVED_DAYS are over";
  const listed = removed
    .slice(0, shown)
    .map(
      ({ name, removedAt, issues }) =>
        `${name} was removed from the installation on ${dayOf(removedAt)}; ${issues} of its issues are ${until}.`,
    );
  const more = removed.length - listed.length;
  const rest = more > 0 ? [`Data of ${more} more removed repositories is ${until}.`] : [];
  return [...listed, ...rest].map((found) => passed("index", found));
}

const dayOf = (at: Millis): string => new Date(at).toISOString().slice(0, 10);

export function checkSettings({ store }: Pick<DoctorFacts, "store">): readonly CheckResult[] {
  if (typeof store !== "object") return [];
  return store.repositories.map(({ name, problem, settings }) => {
    if (problem !== undefined)
      return failed(
        "settings",
        `${name}: ${problem}`,
        "Fix the file on the default branch; until then the last valid one stays in effect.",
      );
    const [wrong] = settings === undefined ? [] : loginsIn(settings);
    if (wrong !== undefined)
      return warning(
        "settings",
        `${name}: \`${wrong.login}\` is used where an account ID is required, so it matches no one.`,
        `Use the ID that this prints: gh api users/${wrong.login} --jq .node_id`,
      );
    return passed("settings", `${name}: ${settings === undefined ? "the defaults" : "its own file"}.`);
  });
}

/** Entries of `trust.agents`, `escalations.assignees`, `policy` and `leader` that look like logins. */
function loginsIn(text: string): readonly IneffectiveLogin[] {
  const reading = readSettings(text);
  return reading.ok ? ineffectiveLogins(reading.settings) : [];
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
      `${name}: another installation is the leader, the bot ${leader.login ?? ""} (${leader.id}), so this one writes nothing.`,
      `If it is gone or should not be the leader, set \`leader: ${us}\` in the settings file; otherwise uninstall one of the two.`,
    );
  });
}

function claimsResults(claims: PausedScope | undefined): readonly CheckResult[] {
  const result = (where: string, reason: string | undefined, how: string): CheckResult =>
    warning(
      "pause",
      `Agents are given no tasks${where}${reason === undefined ? "" : ` (${reason})`}.`,
      `\`${how}\` ends it.`,
    );
  return [
    ...(claims?.everything === undefined
      ? []
      : [result("", claims.everything.reason, "signalbox resume --claims")]),
    ...[...(claims?.repositories.values() ?? [])].map(({ name, reason }) =>
      result(` in ${name}`, reason, `signalbox resume --claims --repo ${name}`),
    ),
  ];
}

export function checkPauses({ pauses, store }: DoctorFacts): readonly CheckResult[] {
  const name = "pause";
  if (typeof pauses === "string") return [failed(name, pauses, "Nothing starts until this is fixed.")];
  const pausedResult = (what: string, reason: string | undefined, how: string): CheckResult =>
    warning(name, `${what} is paused${reason === undefined ? "" : ` (${reason})`}: nothing is written.`, how);
  const repositories = typeof store === "object" ? store.repositories : [];
  const bySettings = repositories.filter(({ settings }) => {
    const reading = readSettings(settings ?? "");
    return reading.ok && reading.settings.paused;
  });
  return [
    ...(pauses.everything === undefined
      ? []
      : [pausedResult("Everything", pauses.everything.reason, "`signalbox resume` ends it.")]),
    ...[...pauses.repositories.values()].map((pause) =>
      pausedResult(pause.name, pause.reason, `\`signalbox resume --repo ${pause.name}\` ends it.`),
    ),
    ...claimsResults(pauses.claims),
    ...bySettings.map((each) =>
      pausedResult(each.name, "by its settings", "Remove `paused: true` from its settings file."),
    ),
  ];
}
