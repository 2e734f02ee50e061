/**
 * Whom the App notifies, by GitHub's rules: a new comment and a closing reach everyone who takes part in the
 * issue (its author, assignees, commenters, and those mentioned before), and everyone whom the comment
 * mentions. Edits and labels reach no one.
 */
import { z } from "zod";
import type { Hub } from "../../src/hub/hub.ts";
import { keysOf } from "./chronicle.ts";

export interface Notification {
  readonly to: string;
  readonly issue: number;
  /** What reached them: `status`, `wake`, `reply`, `tell` or another comment's kind, or `closed`. */
  readonly by: string;
  readonly because: "mentioned" | "author" | "assigned" | "took part";
  /** The start of a status comment. */
  readonly says?: string;
}

export interface Mailbox {
  /** What the App has sent so far, in order. */
  readonly sent: () => readonly Notification[];
}

const account = z.object({ login: z.string(), type: z.string() });
const payloadShape = z.object({
  issue: z.object({ number: z.number(), user: account, assignees: z.array(account) }),
  comment: z.object({ body: z.string(), user: account }).optional(),
  sender: account,
});

/** Starts listening to the hub's deliveries. */
export function mailbox(hub: Pick<Hub, "observe">): Mailbox {
  const sent: Notification[] = [];
  const talkers = new Map<number, Set<string>>();
  hub.observe((seen) => {
    if (seen.kind !== "delivery") return;
    const read = payloadShape.safeParse(seen.payload);
    if (!read.success) return;
    const { issue, comment, sender } = read.data;
    const event = `${seen.event}.${seen.action}`;
    const body = event === "issue_comment.created" ? (comment?.body ?? "") : "";
    const mentioned = mentionsIn(body);
    const others = talkers.get(issue.number) ?? new Set<string>();
    if (sender.type === "Bot" && (event === "issue_comment.created" || event === "issues.closed")) {
      const by = event === "issues.closed" ? "closed" : kindOf(body);
      const reached = new Map<string, Notification["because"]>();
      for (const login of others) reached.set(login, "took part");
      reached.set(issue.user.login, "author");
      for (const { login } of issue.assignees) reached.set(login, "assigned");
      for (const login of mentioned) reached.set(login, "mentioned");
      for (const [to, because] of reached)
        if (!to.endsWith("[bot]"))
          sent.push({
            to,
            issue: issue.number,
            by,
            because,
            ...(by === "status" ? { says: headOf(body) } : {}),
          });
    }
    for (const login of mentioned) others.add(login);
    if (comment !== undefined && sender.type !== "Bot") others.add(sender.login);
    talkers.set(issue.number, others);
  });
  return { sent: () => sent };
}

function kindOf(body: string): string {
  return /^[a-z]+/.exec(keysOf([{ body }])[0] ?? "")?.[0] ?? "none";
}

/** The words in bold at the start of every status. */
function headOf(body: string): string {
  return /^\*\*(.+?)\.?\*\*/.exec(body)?.[1] ?? "";
}

/** Logins outside code, as our own texts write them. */
function mentionsIn(body: string): readonly string[] {
  return [...body.replace(/(`+)[^`]*\1/g, "").matchAll(/(?<![\w`])@([a-z\d-]+)/gi)].map(
    ([, login = ""]) => login,
  );
}

/** Statuses that ask for a fix or a decision. */
const asking = /^(?:Needs |Blocked: a person|Blocked: a cycle|Its answer was deleted|Closed without)/;

/**
 * Whether it asks its recipient for something, or brings what they waited for: the decision for an asker, the
 * result for the author of an answer or a command. A status comment that only reports progress is not wanted
 * by anyone.
 */
export function isWanted({ by, because, says = "" }: Notification): boolean {
  switch (by) {
    case "wake":
    case "tell":
      return because === "mentioned";
    case "reply":
      return because !== "assigned";
    case "status":
      return says === "Answered" ? because !== "mentioned" : because !== "took part" && asking.test(says);
    case "closed":
      return true;
    default:
      return false;
  }
}
