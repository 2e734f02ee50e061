import { z } from "zod";
import { brief, briefPage } from "../../operations/brief/brief.ts";
import { markShown } from "../../operations/notes/mark-shown.ts";
import { utf8Length } from "../../protocol/characters.ts";
import { maxReplyBytes, replyText } from "../reply.ts";
import { issueArgument, refIn } from "./issue-argument.ts";
import { tool } from "./tool.ts";

export const briefTool = tool({
  name: "brief",
  description:
    "One page on a task: goal, acceptance, decisions, discoveries, earlier handovers, what is in its way. Read it before you start.",
  isReadOnly: true,
  input: z.object({ issue: issueArgument }),
  call: (calling, { issue }) =>
    calling.withPorts(brief, { issue }, async (ports) => {
      if (ports.server !== undefined) return { own: [], shown: (await brief.run(ports, { issue })).text };
      const measure = (shown: string) => utf8Length(replyText({ own: [], shown }, Infinity));
      // The page knows what to shorten: cutting its end would remove the handovers.
      const { page, shown } = await briefPage(ports, refIn(issue), { bytes: maxReplyBytes, measure });
      await markShown(ports, shown);
      return { own: [], shown: page };
    }),
});
