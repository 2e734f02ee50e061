/**
 * The state of an effect as an expression, which no index on states can serve. Use it where the issue is known: while
 * nothing waits, those indexes are empty, so PostgreSQL would choose one, keep the plan, and read all that waits for each
 * issue once much does.
 */
export const stateOf = (effect: string): string => `(${effect}.state || '')`;
