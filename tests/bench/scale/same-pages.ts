/**
 * Answers requests for pages of issues at a fraction of the hub's time, which would otherwise be what is measured: all
 * repositories have the same issues, so the hub is asked for each page of the first one only, and the ids are
 * replaced. A test holds the answers equal to the hub's own.
 */
import { z } from "zod";
import { decodeNodeId, encodeNodeId } from "../../../src/hub/state/node-id.ts";

/** A repository whose issues follow each other. */
export interface Place {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  /** The database id of its first issue. */
  readonly firstIssue: number;
}

const asked = z.object({
  query: z.string().startsWith("query IssuePage"),
  variables: z.object({ id: z.string(), first: z.int(), after: z.string().nullable() }),
});
type Asked = z.infer<typeof asked>;

const shown = z.object({
  data: z.object({
    repository: z.object({
      issues: z.object({
        pageInfo: z.looseObject({ endCursor: z.string().nullable() }),
        nodes: z.array(z.looseObject({ id: z.string(), repository: z.looseObject({ id: z.string() }) })),
      }),
    }),
  }),
});
type Shown = z.infer<typeof shown>;

/** Resolves to the answer to a request; undefined for any other than one for a page. */
export type AnswerPage = (body: Buffer) => Promise<string | undefined>;

/** @param askHub sends a request as a user who can read every repository */
export function createSamePages(
  places: readonly Place[],
  askHub: (body: string) => Promise<unknown>,
): AnswerPage {
  const known = new Map(places.map((place) => [encodeNodeId("R", place.id), place]));
  const [model] = places;
  const pages = new Map<string, Promise<Shown>>();

  const pageOf = (wanted: Asked): Promise<Shown> => {
    const key = JSON.stringify(wanted);
    const page = pages.get(key) ?? askHub(key).then((answer) => shown.parse(answer));
    pages.set(key, page);
    return page;
  };

  return async (body) => {
    if (!body.includes("query IssuePage")) return undefined;
    const { query, variables } = asked.parse(JSON.parse(body.toString()));
    const place = known.get(variables.id);
    if (place === undefined || model === undefined) return undefined;
    const after = variables.after === null ? null : movedCursor(variables.after, place, model);
    const page = await pageOf({ query, variables: { ...variables, id: encodeNodeId("R", model.id), after } });
    return JSON.stringify(moved(page, model, place));
  };
}

function moved({ data }: Shown, from: Place, to: Place): Shown {
  const { issues } = data.repository;
  const { endCursor } = issues.pageInfo;
  const repository = { id: encodeNodeId("R", to.id), name: to.name, owner: { login: to.owner } };
  const nodes = issues.nodes.map((node) => {
    const issue = (decodeNodeId(node.id)?.id ?? 0) - from.firstIssue + to.firstIssue;
    return { ...node, id: encodeNodeId("I", to.id, issue), repository };
  });
  const cursor = endCursor === null ? null : movedCursor(endCursor, from, to);
  const pageInfo = { ...issues.pageInfo, endCursor: cursor };
  return { data: { repository: { issues: { ...issues, pageInfo, nodes } } } };
}

const cursorPrefix = "cursor:v2:";
const cursorKey = z.tuple([z.union([z.string(), z.number()]), z.int()]);

/** The hub's cursors name what the list is sorted by, and the issue. */
function movedCursor(cursor: string, from: Place, to: Place): string {
  const text = Buffer.from(cursor, "base64").toString().slice(cursorPrefix.length);
  const [time, issue] = cursorKey.parse(JSON.parse(text));
  const key = [time, issue - from.firstIssue + to.firstIssue];
  return Buffer.from(cursorPrefix + JSON.stringify(key)).toString("base64");
}
