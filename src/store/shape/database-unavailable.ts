import { UserError } from "../../base/errors.ts";

/** The database cannot be used now, and waiting can help. */
export class DatabaseUnavailable extends UserError {}
