/** The upper bound: Node's own server, which reads a body, checks its signature, and stores nothing. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { answerParent } from "../children.ts";
import { serverOptions } from "./messages.ts";
import { listenOnFreePort } from "./ports.ts";

answerParent(serverOptions, ({ secret }) => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const expected = createHmac("sha256", secret).update(Buffer.concat(chunks)).digest("hex");
      const claimed = String(request.headers["x-hub-signature-256"]).slice("sha256=".length);
      const isSigned =
        claimed.length === expected.length && timingSafeEqual(Buffer.from(claimed), Buffer.from(expected));
      response.writeHead(isSigned ? 202 : 401).end();
    });
  });
  return listenOnFreePort(server);
});
