/** How long something takes the thread itself. A newcomer would look at a clock: other programs on a busy machine move it, too. */
export function ownMs(run: () => unknown): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}
