/**
 * Title and body with which issues were created. Only if they have since been edited do they have to be requested, once: they
 * never change.
 */
import type { InstallationId, SignatureSeen } from "../../engine/model/fact.ts";
import { type CreatedText, signatureSeen } from "../signatures/signature-seen.ts";
import type { Client } from "../transport/client.ts";
import { UnexpectedResponse } from "../transport/octokit-errors.ts";
import type { Ourselves } from "./comments.ts";
import { signedPlace } from "./issue-seen.ts";
import { type FirstSeen, needsFirstBody } from "./own-text.ts";
import { firstTextQuery } from "./queries.ts";
import { firstTextShape, type IssueResponse } from "./response-shape.ts";

interface FirstText {
  readonly title: string | undefined;
  /** Undefined if GitHub does not show it, for instance because that version was deleted. */
  readonly body: string | undefined;
}

const maxKept = 1_000;

export class FirstTexts {
  readonly #ourselves: Ourselves;
  readonly #kept = new Map<string, FirstText>();

  constructor(ourselves: Ourselves) {
    this.#ourselves = ourselves;
  }

  /** Throws `UnexpectedResponse` if the text did not come. */
  async read(client: Client, installationId: InstallationId, issue: IssueResponse): Promise<FirstSeen> {
    const place = signedPlace(this.#ourselves, issue, undefined);
    const now = signatureSeen({ text: issue.body, title: issue.title, place });
    const isOurs = needsFirstBody(this.#ourselves, issue);
    // Without a signature at its end now, the text is its editor's.
    const isSigned = now !== undefined && mayBeEdited(issue, now);
    if (!isOurs && !isSigned) return { signature: now, firstBody: undefined };
    const first = this.#kept.get(issue.id) ?? (await readFirstText(client, installationId, issue.id));
    if (this.#kept.size >= maxKept) this.#kept.clear();
    this.#kept.set(issue.id, first);
    return {
      signature: isSigned ? signatureOfFirst(issue, first, place) : now,
      firstBody: isOurs ? first.body : undefined,
    };
  }
}

/** A new title leaves no trace on the issue itself. */
function mayBeEdited({ lastEditedAt }: IssueResponse, seen: SignatureSeen): boolean {
  return lastEditedAt !== null || (seen.type === "fails" && seen.why === "mismatch");
}

async function readFirstText(client: Client, installationId: InstallationId, id: string): Promise<FirstText> {
  const { data, problems } = await client.query(installationId, firstTextQuery, { id });
  const answer = firstTextShape.safeParse(data);
  // A field that merely failed must not count as a text that GitHub does not show.
  if (!answer.success || problems.length > 0)
    throw new UnexpectedResponse(problems[0]?.message ?? `The first text of ${id} did not come.`);
  const { includesCreatedEdit, userContentEdits, timelineItems } = answer.data.issue;
  const oldest = userContentEdits?.nodes[0]?.diff ?? undefined;
  return { title: timelineItems.nodes[0]?.previousTitle, body: includesCreatedEdit ? oldest : undefined };
}

function signatureOfFirst(
  issue: IssueResponse,
  first: FirstText,
  place: CreatedText["place"],
): SignatureSeen | undefined {
  const text = issue.lastEditedAt === null ? issue.body : first.body;
  if (text === undefined) return { type: "fails", why: "edited" };
  return signatureSeen({ text, title: first.title ?? issue.title, place });
}
