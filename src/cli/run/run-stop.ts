/**
 * Hears what stops a run: Ctrl-C, SIGTERM, or the end of its terminal. A second Ctrl-C kills the program instead of waiting for it;
 * `run` itself stays until nothing of the program is left and the task is given back. Another SIGTERM changes nothing.
 */
import { exitCodes } from "../terminal/terminal.ts";

type StopName = "SIGINT" | "SIGTERM" | "SIGHUP";
const names: readonly StopName[] = ["SIGINT", "SIGTERM", "SIGHUP"];

export class RunStop {
  readonly #stopping = new AbortController();
  readonly #hurrying = new AbortController();
  #received: StopName | undefined;

  constructor() {
    for (const name of names) process.on(name, this.#hear);
  }

  /** Aborted by the first signal. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Aborted by a second Ctrl-C. */
  get hurry(): AbortSignal {
    return this.#hurrying.signal;
  }

  get received(): StopName | undefined {
    return this.#received;
  }

  /** Undefined if nothing stopped it. */
  get exitCode(): number | undefined {
    if (this.#received === undefined) return undefined;
    return { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated, SIGHUP: exitCodes.hungUp }[
      this.#received
    ];
  }

  /** Gives the signals back their usual effect. */
  dispose(): void {
    for (const name of names) process.off(name, this.#hear);
  }

  readonly #hear = (name: NodeJS.Signals): void => {
    if (this.#received !== undefined && name === "SIGINT") this.#hurrying.abort();
    this.#received ??= names.find((each) => each === name);
    this.#stopping.abort();
  };
}
