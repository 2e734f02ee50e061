/** Runs `steps` to the end without a pause and returns the result: for callers with no concurrent work. */
export function runToEnd<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
