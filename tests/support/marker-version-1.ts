/** Markers as releases before version 2 wrote them, for tests of upgrades and for the bench's comparison. */
import { createHmac } from "node:crypto";
import type { MarkerKeys } from "../../src/github/write/marker.ts";

export interface Version1 {
  readonly repositoryId: string;
  /** Empty for the body of an issue of ours. */
  readonly issueId: string;
  readonly key: string;
  readonly persisted: unknown;
  readonly text: string;
}

export function signVersion1([key]: MarkerKeys, marked: Version1): string {
  const { repositoryId, issueId, text } = marked;
  const payload = Buffer.from(JSON.stringify([marked.key, marked.persisted ?? null])).toString("base64");
  const signed = JSON.stringify(["signalbox:1", repositoryId, issueId, payload, text]);
  const mac = createHmac("sha256", key.secret).update(signed).digest("base64");
  return `${text}\n\n<!-- signalbox:1 ${key.id} ${payload} ${mac} -->`;
}
