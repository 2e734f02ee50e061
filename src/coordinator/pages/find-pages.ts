/**
 * Finds out which pages accepted large handovers may have made stale. The context store is brought up to date for that
 * alone, even if no question is open; a push without such a handover costs nothing here.
 */

import { asksForPages, filesChangedBy } from "../../engine/handovers/pages/asks-for-pages.ts";
import type { NodeId, RepositorySeen } from "../../engine/model/fact.ts";
import { openedBy, openedKey } from "../../engine/model/opened.ts";
import type { PageFinding } from "../../engine/model/page-finding.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { ContextStores } from "../context/context-stores.ts";
import type { CoordinatorPorts } from "../ports.ts";
import { duePages } from "./due-pages.ts";

/** Newer ones first: an older task about a page is closed or forgotten. */
const maxHandovers = 200;

type Needs = Pick<CoordinatorPorts, "store" | "settingsOf" | "reports">;

export type FindPages = (repository: RepositorySeen) => Promise<void>;

export function createPageFinder(
  { store, settingsOf, reports }: Needs,
  contexts: Pick<ContextStores, "refresh" | "areCurrent">,
): FindPages {
  return async (repository) => {
    const { id } = repository;
    const settings = settingsOf(id);
    if (!settings.context.open_tasks) return;
    const ids = await store.handoversWithPages(id, maxHandovers);
    if (ids.length === 0) return;
    const records = await store.records(ids);
    const findings = new Map(await store.pageFindings(ids));
    const isFound = ({ seen }: IssueRecord): boolean => findings.get(seen.id)?.body === seen.bodyHash;
    const due = [...records.values()]
      .filter((record) => asksForPages(record, settings) && !isFound(record))
      .toSorted((a, b) => a.seen.number - b.seen.number);
    if (due.length === 0) return;
    await contexts.refresh([repository]);
    if (!contexts.areCurrent([repository])) return;
    const files = (await store.contexts([id])).get(id)?.files ?? [];
    for (const record of due) {
      const taken = await pagesTaken(store, records, findings);
      const pages = duePages(files, filesChangedBy(record), (path) => taken.has(path));
      const finding = { body: record.seen.bodyHash, pages };
      findings.set(record.seen.id, finding);
      await store.savePageFinding(record.seen.id, finding);
    }
    const found = due.map(({ seen }) => seen.id);
    await reports.requestRefreshes(id, found, "it is known which pages the handover concerns");
  };
}

/** The pages about which a task is open, or about to be. */
async function pagesTaken(
  store: Needs["store"],
  handovers: ReadonlyMap<NodeId, IssueRecord>,
  findings: ReadonlyMap<NodeId, PageFinding>,
): Promise<ReadonlySet<string>> {
  const taken = new Set<string>();
  for (const record of handovers.values()) {
    const { stalePages } = record.persisted;
    const pages = stalePages ?? findings.get(record.seen.id)?.pages.map(({ path }) => path) ?? [];
    if (pages.length > 0 && (await isOpenOrComing(store, record))) for (const path of pages) taken.add(path);
  }
  return taken;
}

async function isOpenOrComing(store: Needs["store"], handover: IssueRecord): Promise<boolean> {
  const opened = openedBy(handover, openedKey(handover.seen.id, { type: "task" }));
  if (opened === undefined) return true;
  const task = (await store.records([opened.id])).get(opened.id);
  return task === undefined || task.seen.issueState.state === "open";
}
