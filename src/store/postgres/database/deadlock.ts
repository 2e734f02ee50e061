/** PostgreSQL rolls one of two transactions back that wait for each other: it can succeed once the other has ended. */
export async function retriedAfterDeadlock<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === deadlock) return run();
    throw thrown;
  }
}

const deadlock = "40P01";
