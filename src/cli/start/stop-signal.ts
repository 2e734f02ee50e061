/** Waits for a signal to stop. The first Ctrl-C or SIGTERM starts draining; a second one ends the process. */

export function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  const onSignal = (signal: NodeJS.Signals): void => {
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
    resolve(signal);
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return promise;
}
