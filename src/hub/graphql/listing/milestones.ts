/** Milestones and pins in GraphQL. */
import type { HubCore } from "../../core.ts";
import { presentMilestone } from "../../present/issues/milestone.ts";
import { type Milestone, milestonesOf } from "../../state/issues/milestones.ts";
import { type Pin, pinnedIssuesOf } from "../../state/issues/pins.ts";
import type { Repository } from "../../state/repositories.ts";
import type { Args } from "../executor/args.ts";
import { type Composite, composite, entity } from "../executor/entity.ts";
import { toEnum } from "../executor/enums.ts";
import { notImplemented } from "../executor/failure.ts";
import { accountById, int32, repositoryOfRecord } from "../records.ts";
import { connection, listingOf } from "./paging/connection.ts";

export function milestoneNode(core: HubCore, milestone: Milestone): Composite {
  const shown = presentMilestone(core, milestone);
  const total = shown.open_issues + shown.closed_issues;
  return composite(
    {
      id: milestone.nodeId,
      databaseId: int32(milestone.id),
      number: milestone.number,
      title: milestone.title,
      description: milestone.description,
      state: toEnum(milestone.state),
      closed: milestone.state === "closed",
      closedAt: milestone.closedAt,
      createdAt: milestone.createdAt,
      updatedAt: milestone.updatedAt,
      dueOn: milestone.dueOn,
      progressPercentage: total === 0 ? 0 : (100 * shown.closed_issues) / total,
      creator: () => accountById(core, milestone.creatorId),
      repository: () => entity("Repository", repositoryOfRecord(core, milestone)),
      url: shown.html_url,
      resourcePath: shown.html_url.slice(core.site.web.length),
    },
    "Milestone",
  );
}

export function milestoneConnection(core: HubCore, repository: Repository, args: Args): Composite {
  const states = args.optionalStrings("states");
  const text = args.optionalText("query")?.toLowerCase() ?? "";
  const orderBy = args.input("orderBy");
  const field = orderBy.optionalText("field") ?? "NUMBER";
  const key = keys[field];
  if (key === undefined) throw notImplemented(`Repository.milestones(orderBy: ${field})`);
  const found = milestonesOf(core.state, repository.id)
    .filter((one) => (states?.includes(toEnum(one.state)) ?? true) && one.title.toLowerCase().includes(text))
    .toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.number - b.number));
  const ordered = orderBy.optionalText("direction") === "DESC" ? found.toReversed() : found;
  return connection(listingOf(ordered), args, (milestone) => milestoneNode(core, milestone));
}

const keys: Readonly<Record<string, (milestone: Milestone) => string | number>> = {
  NUMBER: ({ number }) => number,
  CREATED_AT: ({ createdAt }) => createdAt,
  UPDATED_AT: ({ updatedAt }) => updatedAt,
  DUE_DATE: ({ dueOn }) => dueOn ?? "~",
};

export function pinnedIssues(core: HubCore, repository: Repository, args: Args): Composite {
  return connection(listingOf<Pin>(pinnedIssuesOf(core.state, repository.id)), args, (pin) =>
    composite({
      id: `PI_${Buffer.from(String(pin.id)).toString("base64url")}`,
      databaseId: pin.id,
      issue: entity("Issue", pin.issue),
      pinnedBy: () => accountById(core, pin.pinnedById),
      repository: entity("Repository", repository),
    }),
  );
}
