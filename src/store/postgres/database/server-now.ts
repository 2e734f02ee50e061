/** PostgreSQL's clock in milliseconds, for times that several machines compare. Not that of the transaction's begin. */
export const serverNow = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
