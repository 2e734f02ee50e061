/** What a client can attach to a conversation without a tool: the guide, the inbox, and any issue. */
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { UserError } from "../base/errors.ts";
import { brief } from "../operations/brief/brief.ts";
import { inbox } from "../operations/notes/inbox.ts";
import type { Operation } from "../operations/operation.ts";
import { show } from "../operations/show.ts";
import { type Calling, type Conversation, callingIn } from "./calls.ts";
import type { Given } from "./given.ts";
import { replyText } from "./reply.ts";

export const inboxUri = "signalbox://inbox";

export function addResources(
  server: McpServer,
  conversation: Conversation,
  { guide }: { readonly guide: string },
): void {
  const plain = "text/plain";
  server.registerResource(
    "guide",
    "signalbox://guide",
    { description: "How agents work with signalbox", mimeType: "text/markdown" },
    ({ href: uri }) => ({ contents: [{ uri, mimeType: "text/markdown", text: guide }] }),
  );
  server.registerResource(
    "inbox",
    inboxUri,
    { description: "What you should know, and have not read yet", mimeType: plain },
    async ({ href: uri }, { mcpReq }) => {
      const text = await shown(callingIn(conversation, mcpReq), inbox, {});
      return { contents: [{ uri, mimeType: plain, text }] };
    },
  );
  server.registerResource(
    "issue",
    new ResourceTemplate("signalbox://{owner}/{repo}/{number}", { list: undefined }),
    { description: "An issue: the brief of a task, and any other as it is shown", mimeType: plain },
    async ({ href: uri }, { owner, repo, number }, { mcpReq }) => {
      const issue = `${one(owner)}/${one(repo)}#${one(number)}`;
      const text = await issueText(callingIn(conversation, mcpReq), issue);
      return { contents: [{ uri, mimeType: plain, text }] };
    },
  );
}

function one(value: string | readonly string[] | undefined): string {
  return typeof value === "string" ? value : (value?.[0] ?? "");
}

async function issueText(calling: Calling, issue: string): Promise<string> {
  try {
    return await shown(calling, brief, { issue });
  } catch (thrown) {
    if (!(thrown instanceof UserError) || thrown.code !== "wrong-kind") throw thrown;
    return shown(calling, show, { issue });
  }
}

async function shown(calling: Calling, operation: Operation, given: Given): Promise<string> {
  const { text } = await calling.run(operation, given);
  return replyText({ own: [], shown: [...calling.reported(), text].join("\n") });
}
