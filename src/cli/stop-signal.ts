/** Waits for somebody to end us. The first Ctrl-C or SIGTERM asks to drain; a second one is left to end the process. */

export function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  const heard = (signal: NodeJS.Signals): void => {
    process.off("SIGINT", heard).off("SIGTERM", heard);
    resolve(signal);
  };
  process.on("SIGINT", heard).on("SIGTERM", heard);
  return promise;
}
