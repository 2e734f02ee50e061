/** A connection that is kept open is sometimes closed just as the next request begins on it, most of all on a busy machine. */

const lost = /fetch failed|other side closed|ECONNRESET|socket hang up/;

function isLostConnection(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return lost.test(thrown.message) || isLostConnection(thrown.cause);
}

/** An agent or a person whose request was lost goes on with something else. */
export async function unlessLost(work: Promise<unknown> | undefined): Promise<void> {
  try {
    await work;
  } catch (thrown) {
    if (!isLostConnection(thrown)) throw thrown;
  }
}

const attempts = 5;

/** @param work may be done again */
export async function despiteLost<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (thrown) {
      if (attempt >= attempts || !isLostConnection(thrown)) throw thrown;
    }
}
