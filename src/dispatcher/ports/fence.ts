/** The fencing token that keeps two processes from writing for one installation. */
import type { InstallationId } from "../../engine/model/fact.ts";

/** A process's right to write for an installation. It is lost to the process that gets a newer token. */
export interface Fence {
  readonly installationId: InstallationId;
  readonly token: number;
}

/** Another process serves the installation, or may do so: this one must not write for it any more. */
export class FenceLost extends Error {
  constructor({ installationId, token }: Fence) {
    super(`another process may serve installation ${installationId} now: token ${token} is too old`);
    this.name = "FenceLost";
  }
}
