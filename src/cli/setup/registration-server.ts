/**
 * A small loopback server for the duration of one registration: it serves the form and waits for GitHub's
 * redirect. Accept only a code that comes with our random `state`: any other does not stem from the form we
 * served.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { closeServer, listen } from "../../server/http/http-server.ts";
import { send } from "../../server/http/send.ts";
import { refusedPage } from "./page.ts";

export interface RegistrationServerOptions {
  readonly port: number;
  readonly state: string;
  /** The page with the form. */
  readonly ask: () => string;
  /** Handles the code and resolves to the last page. Rejects if the registration failed. */
  readonly take: (code: string) => Promise<string>;
}

export interface RegistrationServer {
  readonly url: string;
  /** Resolves when a code was handled, or rejects with its failure. */
  readonly taken: Promise<void>;
  readonly close: () => Promise<void>;
}

export const createdPath = "/created";

export async function openRegistrationServer(
  options: RegistrationServerOptions,
): Promise<RegistrationServer> {
  const { promise: taken, resolve, reject } = Promise.withResolvers<void>();
  let url = "";
  let isTaken = false;
  const server = createServer((request, response) => void answer(request, response));
  const { port } = await listen(
    server,
    "127.0.0.1",
    options.port,
    (other) => `signalbox setup --port ${other}`,
  );
  url = `http://127.0.0.1:${port}`;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = new URL(request.url ?? "/", url);
    // A page elsewhere may resolve its own host name to 127.0.0.1, but it cannot forge the Host header.
    if (request.headers.host !== new URL(url).host)
      return sendPage(response, 403, refusedPage("Wrong host."));
    if (request.method !== "GET") return sendPage(response, 405, refusedPage("Only GET is supported here."));
    if (asked.pathname === "/") return sendPage(response, 200, options.ask());
    if (asked.pathname !== createdPath) return sendPage(response, 404, refusedPage("There is no such page."));
    const code = asked.searchParams.get("code");
    if (code === null || asked.searchParams.get("state") !== options.state)
      return sendPage(response, 400, refusedPage("This request did not come from the form. Start over."));
    if (isTaken) return sendPage(response, 409, refusedPage("The code has already been used."));
    isTaken = true;
    try {
      sendPage(response, 200, await options.take(code));
      resolve();
    } catch (thrown) {
      sendPage(response, 400, refusedPage("The registration failed. See the terminal for the reason."));
      reject(thrown);
    }
  };
  return { url, taken, close: () => closeServer(server, 1000) };
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.setHeader("connection", "close");
  send(response, status, "text/html", html);
}
