/** What stands in front of a server, at an address that stays: it is away when told to, and can lose an answer. */

import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

export class Front {
  readonly #sockets = new Set<Socket>();
  readonly #target: () => string;
  #server: Server | undefined;
  #port = 0;
  #losesAnswerTo: RegExp | undefined;

  /** @param target address of the server, as it is at the time */
  constructor(target: () => string) {
    this.#target = target;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async up(): Promise<void> {
    this.#server = createServer((client) => this.#carry(client));
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    if (typeof address === "object" && address !== null) this.#port = address.port;
  }

  async down(): Promise<void> {
    const closed = this.#server && once(this.#server, "close");
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** The next request whose first bytes match reaches the server, and its answer reaches nobody. */
  loseAnswerTo(request: RegExp): void {
    this.#losesAnswerTo = request;
  }

  #carry(client: Socket): void {
    const server = connect(Number(new URL(this.#target()).port), "127.0.0.1");
    let isLost = false;
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
    client.on("data", (bytes) => {
      if (this.#losesAnswerTo?.test(bytes.toString("latin1")) === true) {
        this.#losesAnswerTo = undefined;
        isLost = true;
      }
      // The server answers requests for its own name alone.
      const said = bytes.toString("latin1").replace(new URL(this.url).host, new URL(this.#target()).host);
      server.write(Buffer.from(said, "latin1"));
    });
    server.on("data", (bytes) => {
      if (isLost) client.destroy();
      else client.write(bytes);
    });
  }
}
