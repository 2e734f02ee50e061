/**
 * Global node ids in GitHub's newer form: a prefix and the MessagePack of `[0, ...database ids]` as
 * base64url, so that `I_kwDO…` looks and sorts as clients expect. Clients must treat them as opaque; only the
 * hub decodes them.
 */

/** The type of each prefix; the number of ids that follow distinguishes owner and entity. */
export const prefixes = {
  U: "User",
  O: "Organization",
  BOT: "Bot",
  A: "App",
  R: "Repository",
  I: "Issue",
  IC: "IssueComment",
  LA: "Label",
  MI: "Milestone",
  REA: "Reaction",
  EV: "IssueEvent",
  C: "Commit",
  PR: "PullRequest",
  PRR: "PullRequestReview",
  PRRC: "PullRequestReviewComment",
  PRRT: "PullRequestReviewThread",
  CR: "CheckRun",
  CS: "CheckSuite",
  SC: "StatusContext",
  IT: "IssueType",
  RRS: "RepositoryRuleset",
  PSH: "Push",
  UCE: "UserContentEdit",
} as const;

export type NodePrefix = keyof typeof prefixes;

export interface DecodedNodeId {
  readonly prefix: NodePrefix;
  /** The entity's own database id. */
  readonly id: number;
}

/** @param ids the owning repository's id if there is one, then the entity's */
export function encodeNodeId(prefix: NodePrefix, ...ids: readonly number[]): string {
  const bytes = Buffer.alloc(2 + 9 * ids.length);
  bytes[0] = 0x90 + ids.length + 1;
  let at = 2;
  for (const id of ids) {
    if (id <= 0xffff_ffff) {
      bytes[at] = 0xce;
      at = bytes.writeUInt32BE(id, at + 1);
    } else {
      bytes[at] = 0xcf;
      at = bytes.writeBigUInt64BE(BigInt(id), at + 1);
    }
  }
  return `${prefix}_${bytes.subarray(0, at).toString("base64url")}`;
}

/** @returns undefined for anything that is not such an id */
export function decodeNodeId(nodeId: string): DecodedNodeId | undefined {
  const cut = nodeId.indexOf("_");
  const prefix = nodeId.slice(0, Math.max(cut, 0));
  if (cut > 4 || nodeId.length > 64 || !isPrefix(prefix)) return undefined;
  const bytes = Buffer.from(nodeId.slice(cut + 1), "base64url");
  const ids: number[] = [];
  let at = 2;
  while (at < bytes.length) {
    if (bytes[at] === 0xce && at + 5 <= bytes.length) {
      ids.push(bytes.readUInt32BE(at + 1));
      at += 5;
    } else if (bytes[at] === 0xcf && at + 9 <= bytes.length) {
      ids.push(Number(bytes.readBigUInt64BE(at + 1)));
      at += 9;
    } else return undefined;
  }
  const id = ids.at(-1);
  return id === undefined || bytes[0] !== 0x91 + ids.length || bytes[1] !== 0 ? undefined : { prefix, id };
}

export function isPrefix(text: string): text is NodePrefix {
  return Object.hasOwn(prefixes, text);
}
