/** What `steps` returns, without a pause: for callers that nobody waits beside. */
export function inOneGo<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
