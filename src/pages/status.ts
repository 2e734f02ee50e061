/** How the server is. Only the owner of the data folder sees counts: they are of repositories that others may not see. */
import type { Millis } from "../base/clock.ts";
import type { Frame } from "./frame.ts";
import { type Html, html, type Part } from "./html.ts";
import { layout } from "./layout.ts";
import type { QuotaLeft, ServerStatus } from "./parts/status-data.ts";
import { agoInWords, moment } from "./parts/times.ts";

export const statusPath = "/status";

export interface StatusView {
  readonly status: ServerStatus;
  /** Those that the reader may see: `owner/name`. */
  readonly repositories: readonly string[];
}

/** More are counted. */
const maxListed = 50;

export function statusPage({ status, repositories }: StatusView, frame: Frame): string {
  const isOwner = frame.viewer.type === "owner";
  const body = html`<div class="page">
<h1>Status</h1>
${state(status, isOwner, frame.paused)}
${isOwner && failures(status)}
${isOwner && workers(status, frame)}
${isOwner && work(status, frame)}
${isOwner && github(status, frame)}
${repositoriesSection(repositories)}
<p class="aside">signalbox ${status.version}, started ${agoInWords(status.startedAt, frame.now)}.${isOwner && html` <code>signalbox doctor</code> checks more, and says what to do.`}</p>
</div>`;
  return layout({ title: "Status", place: statusPath, body }, frame);
}

function state(
  { state: is, missing, failing, cluster }: ServerStatus,
  isOwner: boolean,
  paused: Frame["paused"],
): Html {
  const stages: Readonly<Record<string, string>> = {
    github: "GitHub has not answered",
    sweep: "the list of repositories is missing",
    labels: "labels are missing",
    cluster: "the other processes are not known yet",
  };
  const degraded = cluster?.degraded ?? [];
  const left = missing.map((stage) => stages[stage] ?? stage).join(", ");
  switch (is) {
    case "ready":
      if (degraded.length > 0)
        return html`<p class="notice" role="status">… The work is held up${isOwner && `: ${degraded.join("; ")}`}. Deliveries are kept until it goes on.</p>`;
      if (paused.length > 0 && paused.every(({ by }) => by === "limit"))
        return html`<p class="notice" role="status">‖ GitHub asked signalbox to wait: until then it reads and writes nothing there. Deliveries are kept.</p>`;
      if (paused.length > 0)
        return html`<p class="notice" role="status">‖ signalbox reads and decides, and writes nothing where it is paused.</p>`;
      return html`<p class="notice good" role="status">✓ Everything works.</p>`;
    case "starting":
      return html`<p class="notice" role="status">… Not ready yet${left !== "" && `: ${left}`}. Deliveries are kept until it is.</p>`;
    case "failing":
      return html`<p class="notice bad" role="status">✗ ${sentencesOf(failing)} What is shown here may be out of date.</p>`;
  }
}

/** What everyone may read: the errors themselves are for the owner. */
function sentencesOf(failing: ServerStatus["failing"]): string {
  const sentences: Readonly<Record<string, string>> = {
    journal: "The server cannot write to its data folder.",
    index: "The server cannot use its database.",
    release: "The database needs a newer release of signalbox, so this server stops.",
    github: "GitHub does not answer. Deliveries are kept until it does.",
  };
  const said = failing.map(({ part }) => sentences[part] ?? `${part} fails.`);
  return [...new Set(said)].join(" ");
}

function failures({ failing }: ServerStatus): Part {
  if (failing.length === 0) return undefined;
  return html`<ul class="waits">${failing.map(({ part, error, since }) => html`<li><strong>${part}</strong>: ${error}${since === undefined ? "" : html` (since ${moment(Date.parse(since))})`}</li>`)}</ul>`;
}

function workers({ cluster }: ServerStatus, { now }: Frame): Part {
  if (cluster === undefined) return undefined;
  return rows("Workers", [
    ...cluster.workers.slice(0, maxListed).map(({ release, startedAt, tenures, isBusy }, at): Row => {
      const installations = `${tenures} ${tenures === 1 ? "installation" : "installations"}${isBusy ? ", busy" : ""}`;
      const since = html`release ${release}, started ${agoInWords(startedAt, now)}`;
      return [`Worker ${at + 1}`, installations, since];
    }),
    ...(cluster.workers.length === 0 ? [["Worker 1", "does not run"] as const] : []),
    ["Tenures lost in the last hour", cluster.tenuresLost],
  ]);
}

type Row = readonly [name: string, value: Part, remark?: Part];

function rows(heading: string, all: readonly Row[]): Html {
  const id = heading.toLowerCase().replaceAll(" ", "-");
  return html`<section class="server" aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>
<table><tbody>${all.map(([name, value, remark]) => html`<tr><th scope="row">${name}</th><td>${value}${remark !== undefined && remark !== false && html` <span class="aside">${remark}</span>`}</td></tr>`)}</tbody></table></section>`;
}

function work(status: ServerStatus, { now }: Frame): Html {
  const { deliveries, effects, paused, claimsPaused, passive, heardAt, rebuiltAt } = status;
  return rows("Work", [
    ["Last delivery", heardAt === undefined ? "none yet" : agoInWords(heardAt, now)],
    ["Deliveries that wait", deliveries.pending],
    ["Deliveries that failed", deliveries.dead, deliveries.dead > 0 && "the log and the ledger name them"],
    ["Writes that wait", effects.pending],
    ["Writes held by a pause", effects.held],
    ["Writes that GitHub refused", effects.refused, effects.refused > 0 && "the ledger names them"],
    ["Repositories paused", paused],
    ["Repositories where agents get no tasks", claimsPaused],
    ["Repositories that another installation leads", passive],
    ["Last rebuild", rebuiltAt === undefined ? "none since the start" : agoInWords(rebuiltAt, now)],
  ]);
}

function github({ unhealthy, beyondShare, readOnly, quotas, cluster }: ServerStatus, { now }: Frame): Html {
  const lacking = readOnly.slice(0, maxListed).join(", ");
  return rows("GitHub", [
    ["Installations that refuse us", unhealthy, unhealthy > 0 && "the log names them"],
    [
      "Accounts beyond their share of the quota",
      beyondShare,
      beyondShare > 0 && "what they do is read once a minute, large pull requests later",
    ],
    ["Repositories in which the App may not write", readOnly.length, lacking !== "" && lacking],
    ...quotas.map((quota): Row => [nameOf(quota), leftOf(quota, now)]),
    // A web process asks GitHub nothing as the App. The metrics of each worker have them.
    ...(quotas.length === 0 && cluster === undefined
      ? [["Quota left", "GitHub has set none so far"] as const]
      : []),
  ]);
}

function leftOf({ remaining, at }: QuotaLeft, now: Millis): Html {
  return html`${remaining} <span class="aside">${agoInWords(at, now)}</span>`;
}

function nameOf({ installation, resource }: QuotaLeft): string {
  const whose = installation === undefined ? "the App" : `installation ${installation}`;
  return `Quota left, ${resource}, ${whose}`;
}

function repositoriesSection(repositories: readonly string[]): Html {
  const left = repositories.length - maxListed;
  const list =
    repositories.length === 0
      ? html`<p class="none">None that you can see</p>`
      : html`<ul>${repositories.slice(0, maxListed).map((name) => html`<li><a href="/board?repo=${encodeURIComponent(name)}">${name}</a></li>`)}${left > 0 && html`<li class="aside">and ${left} more</li>`}</ul>`;
  return html`<section class="server" aria-labelledby="repositories"><h2 id="repositories">Repositories</h2>${list}</section>`;
}
