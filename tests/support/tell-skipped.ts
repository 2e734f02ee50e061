/** Says after all tests why some of them were skipped: Vitest names the files, but not the reason. */
import { noPostgres } from "./postgres-programs.ts";

export function teardown(): void {
  if (noPostgres !== undefined) console.info(`Tests on PostgreSQL were skipped. ${noPostgres}`);
}
