/** Looks at a discovery for everyone again when it has been open long enough. */
import { nothing, type ProjectionRule, refreshSelf } from "../model/rule.ts";
import { announcementEnd } from "./audience.ts";

export const endAnnouncement: ProjectionRule = {
  name: "end-announcement",
  project: ({ record, context }) => {
    const end = announcementEnd(record);
    if (end === undefined || end <= context.now || record.seen.issueState.state === "closed") return nothing;
    return {
      refreshes: [refreshSelf(record, end - context.now, "Everyone has had time to read it.")],
    };
  },
};
