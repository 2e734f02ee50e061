/** Stores the coordinator's data: context stores, guides, findings and proposals. Reads records by kind for it. */
import type { Millis } from "../../base/clock.ts";
import { integer, optional, text } from "../../base/row.ts";
import type { ModelCalls } from "../../coordinator/answers/answerer.ts";
import type { GuideStore } from "../../coordinator/guides/guide.ts";
import type { CoordinatorStore } from "../../coordinator/ports.ts";
import type { Index } from "../../dispatcher/ports/issue-index.ts";
import { recordIn } from "../shape/record-row.ts";
import { all, type Database, one, type Sql, sql } from "./op.ts";
import { contextsOf, headsOf, saveContext } from "./tables/contexts.ts";
import { guidesMade, guidesOf, saveGuides, skillsNamed } from "./tables/guides.ts";
import { countModelCall } from "./tables/model-calls.ts";
import { handoversWithPages, pageFindingsOf, savePageFinding } from "./tables/page-findings.ts";
import { proposalsOf, saveProposals } from "./tables/proposals.ts";

const ofKind = sql(`
SELECT record, read_at FROM issue WHERE repository_id = :repository AND kind = :kind ORDER BY number DESC LIMIT :limit`);
const askedEdition = sql("SELECT asked_edition FROM repository WHERE id = :repository");

/** What differs between the databases. */
export interface CoordinatorDialect {
  /** Questions and answers with their editions, from a covering index. */
  readonly listed: Sql;
  readonly inTurn: Sql | undefined;
}

export function coordinatorStore(
  { read, write }: Database,
  index: Pick<Index, "repository" | "repositories" | "records">,
  { listed, inTurn }: CoordinatorDialect,
): CoordinatorStore & GuideStore & ModelCalls {
  return {
    repository: (id) => index.repository(id),
    repositories: () => index.repositories(),
    records: (ids) => index.records(ids),
    ofKind: async (repository, kind, limit) => {
      const rows = await read(() => all(ofKind, { repository, kind, limit }));
      return rows.toReversed().map(recordIn);
    },
    listed: async (repository, kind, limit) => {
      const rows = await read(() => all(listed, { repository, kind, limit }));
      return rows.toReversed().map((row) => ({ id: text(row, "id"), edition: integer(row, "edition") }));
    },
    edition: async (repository) =>
      optional(integer, await read(() => one(askedEdition, { repository })), "asked_edition") ?? 0,
    contexts: (ids) => read(() => contextsOf(ids)),
    contextHeads: (ids) => read(() => headsOf(ids)),
    keepContext: (repository, kept) => write(() => saveContext(repository, kept)),
    skillsNamed: (repository, limit) => read(() => skillsNamed(repository, limit)),
    guidesMade: (repository) => read(() => guidesMade(repository)),
    guides: (repository) => read(() => guidesOf(repository)),
    keepGuides: (repository, kept) => write(() => saveGuides(repository, kept)),
    handoversWithPages: (repository, limit) => read(() => handoversWithPages(repository, limit)),
    pageFindings: (ids) => read(() => pageFindingsOf(ids)),
    savePageFinding: (id, finding) => write(() => savePageFinding(id, finding)),
    count: (perHour: number, now: Millis) => write(() => countModelCall(perHour, now, inTurn)),
    proposals: (ids) => read(() => proposalsOf(ids)),
    saveProposals: async (proposals) => {
      if (proposals.size > 0) await write(() => saveProposals(proposals));
    },
  };
}
