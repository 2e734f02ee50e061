/**
 * The other handovers of the pull requests that are decided about, and those of the pull requests that are in a merge
 * queue with them: the gate shows the worst verdict among them.
 */
import type { Fact, NodeId, RepositoryId } from "../../../engine/model/fact.ts";
import type { Index } from "../../ports/issue-index.ts";

export async function findSiblingHandovers(
  index: Pick<Index, "records" | "handoversAbout">,
  repositoryId: RepositoryId,
  facts: readonly Fact[],
  decides: readonly NodeId[],
): Promise<readonly NodeId[]> {
  const decided = decides.length === 0 ? [] : (await index.records(decides)).values();
  const evidence = [
    ...facts.flatMap((fact) => (fact.type === "EvidenceSeen" ? fact.evidence : [])),
    ...[...decided].flatMap((record) => record.evidence ?? []),
  ];
  const pulls = evidence.flatMap(({ pullRequest, queued }) => [
    ...(pullRequest === undefined ? [] : [pullRequest.number]),
    ...(queued?.ahead ?? []),
    ...(queued?.behind ?? []),
  ]);
  if (pulls.length === 0) return [];
  const wanted = new Set(pulls);
  const about = await index.handoversAbout(
    repositoryId,
    [...wanted].map((pullRequest) => ({ pullRequest })),
  );
  // Pull requests of open handovers that have no evidence yet are also named there.
  const records = await index.records(about);
  return about.filter((id) => wanted.has(records.get(id)?.evidence?.pullRequest?.number ?? 0));
}
