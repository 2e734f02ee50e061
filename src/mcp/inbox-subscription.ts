/** Has a client of the older revision ask for news of its inbox. By the newer one, the connection is asked. */
import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { inboxUri } from "./resources.ts";

/** @param wanted called when the client wants to be told, with the server that tells it */
export function addInboxSubscription({ server }: McpServer, wanted: () => void): void {
  server.setRequestHandler("resources/subscribe", ({ params: { uri } }) => {
    if (uri !== inboxUri)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Changes of ${uri} are not told. Subscribe to ${inboxUri}.`,
      );
    wanted();
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", () => ({}));
}
