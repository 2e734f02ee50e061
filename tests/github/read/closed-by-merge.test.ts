/** A blocker that a merge closed frees its tasks whatever account closed it: who merges may write. */
import { expect, test } from "vitest";
import { isClosedByMerge } from "../../../src/github/read/issue-state.ts";

const closedBy = (closer: object | null) => ({
  state: "CLOSED",
  stateReason: "COMPLETED",
  timelineItems: {
    nodes: [{ __typename: "ClosedEvent", createdAt: 1, actor: null, closer }],
  },
});

test.each([
  [{ __typename: "PullRequest", author: null }, true],
  [{ __typename: "Commit" }, true],
  [{ __typename: "ProjectV2" }, false],
  [null, false],
])("what closed it: %j", (closer, isMerge) => {
  expect(isClosedByMerge(closedBy(closer) as never)).toBe(isMerge);
});
