/**
 * What GitHub does where neither its documentation nor its schema says it, as switches: what relies on GitHub has to be right
 * either way. Only GitHub itself can answer these questions.
 */
import { z } from "zod";

const unknownBehaviour = z.strictObject({
  /**
   * What adding a "blocked by" edge that is there already is answered with: a refusal in the words that other projects report,
   * one in words that no client knows, or the edge.
   */
  edgeAgain: z.literal(["taken", "other words", "accepted"]).default("taken"),
  /** What becomes of an edge that closes a cycle of dependencies. */
  cycle: z.literal(["accepted", "refused"]).default("accepted"),
  /**
   * How many edges an issue may have in each direction. A limit of 50 is told of, and stands in no description of GitHub's API.
   */
  edgesPerIssue: z.literal(["any", "50"]).default("any"),
  /** Whether an edge that is added or removed changes `updated_at` of both issues. */
  edgeTouches: z.literal(["neither", "both"]).default("neither"),
  /** How many deliveries tell of an edge within one repository: one for each end, or one for the blocked issue only. */
  edgeDeliveries: z.literal(["2", "1"]).default("2"),
  /**
   * What an update of an issue's body over the limit is answered with: 422, or success, while the old body stays, as was
   * measured by others.
   */
  oversizedUpdate: z.literal(["refused", "kept"]).default("refused"),
  /** What `X-Github-Next-Global-ID` has an effect on: it is documented for GraphQL alone, and users report it for REST. */
  newerIdHeader: z.literal(["graphql", "everywhere"]).default("graphql"),
});

/** How the hub behaves where GitHub's behaviour is not known. */
export type UnknownBehaviour = Readonly<z.output<typeof unknownBehaviour>>;

/** What the hub does if nothing else is asked for. */
export const assumedBehaviour: UnknownBehaviour = unknownBehaviour.parse({});

/**
 * Reads `cycle=refused,edgesPerIssue=50`.
 * @throws z.ZodError if it names something else
 */
export function readUnknownBehaviour(text: string): UnknownBehaviour {
  const given = text.split(",").map((each) => {
    const [name = "", value = ""] = each.split("=").map((part) => part.trim());
    return [name, value] as const;
  });
  return unknownBehaviour.parse(Object.fromEntries(given));
}

/** Each switch with its values, as `readUnknownBehaviour` takes them. */
export const unknownSwitches: readonly string[] = Object.entries(unknownBehaviour.shape).map(
  ([name, values]) => `${name}=${[...values.unwrap().values].join("|")}`,
);
