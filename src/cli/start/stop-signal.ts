/**
 * Waits for a signal to stop. The first Ctrl-C or SIGTERM starts draining, and another Ctrl-C ends the process. Another
 * SIGTERM does nothing: systemd sends it to `npm start` and to its child, and npm passes it on.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  const onSignal = (signal: NodeJS.Signals): void => {
    process.off("SIGINT", onSignal);
    resolve(signal);
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return promise;
}

export interface StopListener {
  /** Aborted by the first Ctrl-C or SIGTERM. A second one ends the process. */
  readonly signal: AbortSignal;
  readonly received: () => NodeJS.Signals | undefined;
  readonly dispose: () => void;
}

/** For work that may end before a signal comes: `dispose` gives Ctrl-C back its usual effect. */
export function listenForStop(): StopListener {
  const stopping = new AbortController();
  let received: NodeJS.Signals | undefined;
  const dispose = (): void => void process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  const onSignal = (signal: NodeJS.Signals): void => {
    dispose();
    received = signal;
    stopping.abort();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return { signal: stopping.signal, received: () => received, dispose };
}
