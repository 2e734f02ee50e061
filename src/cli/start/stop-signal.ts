/** Waits for a signal to stop. The first Ctrl-C or SIGTERM starts draining; a second one ends the process. */

export function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  const heard = (signal: NodeJS.Signals): void => {
    process.off("SIGINT", heard).off("SIGTERM", heard);
    resolve(signal);
  };
  process.on("SIGINT", heard).on("SIGTERM", heard);
  return promise;
}
