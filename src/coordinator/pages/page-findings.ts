/** Stores which pages handovers may have made stale. A cache: what is lost is found again. */
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import type { PageFinding } from "../../engine/model/page-finding.ts";

export interface PageFindings {
  /** Accepted large handovers of which it is not known, or which made a page stale; the newest first. */
  readonly handoversWithPages: (repositoryId: RepositoryId, limit: number) => Promise<readonly NodeId[]>;
  readonly pageFindings: (handoverIds: readonly NodeId[]) => Promise<ReadonlyMap<NodeId, PageFinding>>;
  readonly savePageFinding: (handoverId: NodeId, finding: PageFinding) => Promise<void>;
}
