/** `/issues/{owner}/{repo}/{number}`, and the forms of its actions. */
import { UserError } from "../../base/errors.ts";
import { explain, explainOutput } from "../../operations/explain.ts";
import type { OperationPorts } from "../../operations/operation.ts";
import { type FullRef, formatRef } from "../../protocol/references/ref.ts";
import { issueAddress, withQuery } from "../addresses.ts";
import { issuePage, maxEntries } from "../issue.ts";
import { missingPage } from "../missing.ts";
import type { FormRequest, PageRequest, PageResponse, SitePage } from "../page.ts";
import { type ActionRefusal, actionsOf } from "../parts/actions.ts";
import type { Explained } from "../parts/issue-data.ts";
import { carryOut, writes } from "./carry-out.ts";
import { decisionsIn } from "./decisions-in.ts";
import type { FrameOf } from "./frame-of.ts";

export function issueAt(frameOf: FrameOf): SitePage {
  const show = async (request: PageRequest, refused?: Refused): Promise<PageResponse> => {
    const actionRefusal = refused?.refusal;
    const ref = refIn(request);
    const frame = await frameOf(request);
    const explained = await explainedIn(request.ports, ref);
    if (explained === undefined) return { type: "page", html: missingPage(frame), status: 404 };
    const decision = await decisionOn(request.ports, explained);
    const isSent = request.url.searchParams.has("sent") && actionRefusal === undefined;
    const view = { explained, decision, operations: writes, isSent, actionRefusal };
    const html = issuePage(view, frame);
    return { type: "page", html, status: refused?.status ?? 200 };
  };
  return {
    path: "/issues/:owner/:repo/:number{[1-9][0-9]{0,8}}",
    get: (request) => show(request),
    post: async (request) => {
      const refused = await act(request);
      if (refused !== undefined) return show(request, refused);
      return { type: "redirect", to: withQuery(issueAddress(refIn(request)), { sent: "1" }) };
    },
  };
}

function refIn({ params: { owner = "", repo = "", number } }: PageRequest): FullRef {
  return { owner, repo, number: Number(number) };
}

/** Undefined for an issue that is not there, and for one that the reader may not know of. */
async function explainedIn(ports: OperationPorts, ref: FullRef): Promise<Explained | undefined> {
  try {
    const { output } = await explain.run(ports, { issue: formatRef(ref), limit: maxEntries });
    return explainOutput.parse(output);
  } catch (thrown) {
    if (thrown instanceof UserError) return undefined;
    throw thrown;
  }
}

async function decisionOn(ports: OperationPorts, { card }: Explained) {
  if (card.state === "closed" || (card.kind !== "escalation" && card.kind !== "answer")) return undefined;
  const all = await decisionsIn(ports, `${card.owner}/${card.repo}`);
  return all.find(({ number }) => number === card.number);
}

interface Refused {
  readonly refusal: ActionRefusal;
  readonly status: 409 | 422;
}

/** Undefined if it was carried out. */
async function act(request: FormRequest): Promise<Refused | undefined> {
  const { ports, form, portsToDecide } = request;
  const explained = await explainedIn(ports, refIn(request));
  const action =
    explained &&
    actionsOf(explained.card, writes).find(({ operation }) => operation === form.get("operation"));
  if (action === undefined)
    throw new UserError("This action is not offered for the issue any more. Go back and reload the page.", {
      code: "invalid-input",
    });
  const typed = new Map(action.fields.map(({ name }) => [name, (form.get(name) ?? "").trim()]));
  const given = action.fields.flatMap(({ name, isNumber, isOptional }): [string, unknown][] => {
    const text = typed.get(name) ?? "";
    if (text === "" && isOptional === true) return [];
    return [[name, isNumber === true ? Number(text) : text]];
  });
  const textHash = form.get("textHash") ?? "";
  const workHash = action.bindsWork === true ? form.get("workHash") : null;
  const shown = {
    ...(action.bindsText === true ? { textHash } : {}),
    ...(workHash === null ? {} : { workHash }),
  };
  const input = { [action.subject]: formatRef(refIn(request)), ...Object.fromEntries(given), ...shown };
  const { operation } = action;
  const result = await carryOut(await portsToDecide(refIn(request), textHash), operation, input);
  if (result.type === "sent") return undefined;
  const { message, isStale } = result;
  // The reader is to see the text as it is now, and the index may not have it yet.
  if (isStale) await ports.freshen(refIn(request));
  return { refusal: { operation, message, typed }, status: isStale ? 409 : 422 };
}
