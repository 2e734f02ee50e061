/** A GitHub that gives tokens and answers nothing else, over a real socket. */
import { EventEmitter, once } from "node:events";
import { createServer, type ServerResponse } from "node:http";

export interface SilentGitHub {
  readonly root: string;
  /** The requests that have arrived: `POST /api/graphql`. */
  readonly arrived: readonly string[];
  /** Resolves when a request with such a path has arrived. */
  readonly hears: (path: string) => Promise<void>;
  /** Resolves when the client has closed a request with such a path before it was answered. */
  readonly isLeft: (path: string) => Promise<void>;
  /** From now on tokens are given only when the returned function is called. */
  readonly withholdTokens: () => () => void;
  readonly close: () => void;
}

export async function silentGitHub(): Promise<SilentGitHub> {
  const happened = new EventEmitter();
  const [arrived, left]: [string[], string[]] = [[], []];
  let withheld: ServerResponse[] | undefined;
  const server = createServer((request, response) => {
    const name = `${request.method} ${request.url}`;
    arrived.push(name);
    happened.emit("request");
    response.on("close", () => {
      if (response.writableEnded) return;
      left.push(name);
      happened.emit("request");
    });
    if (!name.endsWith("/access_tokens")) return;
    if (withheld === undefined) giveToken(response);
    else withheld.push(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const until = async (names: readonly string[], path: string): Promise<void> => {
    while (!names.some((name) => name.endsWith(path))) await once(happened, "request");
  };
  return {
    root: `http://127.0.0.1:${typeof address === "object" ? address?.port : address}/api/v3`,
    arrived,
    hears: (path) => until(arrived, path),
    isLeft: (path) => until(left, path),
    withholdTokens: () => {
      withheld = [];
      return () => withheld?.forEach(giveToken);
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function giveToken(response: ServerResponse): void {
  response.writeHead(201, { "content-type": "application/json" });
  response.end('{"token":"t","expires_at":"2036-01-01T00:00:00Z"}');
}
