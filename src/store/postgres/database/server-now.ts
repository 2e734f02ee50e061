/** PostgreSQL's clock in milliseconds, for times that several machines compare. `now()` would be the start of the transaction. */
export const serverNow = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
