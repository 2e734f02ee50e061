/** Runs a transaction again if PostgreSQL rolled it back to resolve a deadlock: the other transaction can then finish. */
export async function retriedAfterDeadlock<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === deadlock) return run();
    throw thrown;
  }
}

const deadlock = "40P01";
