/** What a client can attach to a conversation without a tool: the guide, the inbox, and any issue. */
import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import type { Conversation } from "./conversation.ts";

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
      const text = await (await conversation.answers()).inboxText(mcpReq);
      return { contents: [{ uri, mimeType: plain, text }] };
    },
  );
  server.registerResource(
    "issue",
    new ResourceTemplate("signalbox://{owner}/{repo}/{number}", { list: undefined }),
    { description: "An issue: the brief of a task, and any other as it is shown", mimeType: plain },
    async ({ href: uri }, { owner, repo, number }, { mcpReq }) => {
      const issue = `${one(owner)}/${one(repo)}#${one(number)}`;
      const text = await (await conversation.answers()).issueText(issue, mcpReq);
      return { contents: [{ uri, mimeType: plain, text }] };
    },
  );
}

function one(value: string | readonly string[] | undefined): string {
  return typeof value === "string" ? value : (value?.[0] ?? "");
}
