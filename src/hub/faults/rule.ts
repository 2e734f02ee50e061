/**
 * Schema of a fault rule: what it applies to (`match`), what happens (`effect`) and how often. The schema is
 * both the type and the check of what arrives over HTTP.
 */
import { z } from "zod";

/** All given parts must match; an empty match matches everything. */
const requestMatch = z.strictObject({
  method: z.string().optional(),
  /** A regular expression on the path in GitHub.com's layout, for example `^/repos/[^/]+/[^/]+/issues$`. */
  path: z.string().max(500).optional(),
  /** A GraphQL operation's name. */
  operation: z.string().optional(),
  /** A GraphQL root field, for example `addComment` or `search`. */
  field: z.string().optional(),
  /** GraphQL with more root fields than this, as batches of mutations have. */
  moreFieldsThan: z.number().int().min(0).optional(),
  /** The login of the requester, `signalbox[bot]` for an installation. */
  login: z.string().optional(),
});

const deliveryMatch = z.strictObject({
  event: z.string().optional(),
  action: z.string().optional(),
});

const when = z.enum(["before", "after"]).default("before");
const seconds = z.number().int().min(0);
/** How long GitHub takes for a request before it ends it. */
const timeOutSeconds = 10;
const milliseconds = z.number().int().min(0).max(3_600_000);

const requestEffect = z.discriminatedUnion("kind", [
  /** Responds with this status and message, before or after the request is carried out. */
  z.strictObject({
    kind: z.literal("fail"),
    status: z.number().int().min(400).max(599).default(502),
    message: z.string().max(500).optional(),
    when,
  }),
  /** Closes the connection without a response. */
  z.strictObject({ kind: z.literal("cut"), when }),
  /** Never responds. */
  z.strictObject({ kind: z.literal("hang"), when }),
  z.strictObject({ kind: z.literal("slow"), ms: milliseconds }),
  /**
   * Ends the request after ten seconds, in GitHub's words or with its proxy's page. What it asked for may have been done.
   * https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api#timeouts
   */
  z.strictObject({
    kind: z.literal("time-out"),
    status: z.union([z.literal(502), z.literal(504)]).default(504),
    as: z.enum(["json", "html"]).default("json"),
    seconds: seconds.default(timeOutSeconds),
    when,
  }),
  /**
   * A GraphQL request takes too many resources: `answers` of its root fields are answered, and each of the others is null with
   * an error; without `answers` there is no data. With `when: "before"` the others were not run, with `"after"` they were.
   * https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api#other-resource-limits
   */
  z.strictObject({ kind: z.literal("resource-limit"), answers: z.number().int().min(0).optional(), when }),
  /**
   * Refuses as a rate limit does; without `headers` the client has to guess how long to wait. The status 200 is for a
   * secondary limit in GraphQL, which a spent quota has anyhow.
   */
  z.strictObject({
    kind: z.literal("limit"),
    limit: z.enum(["primary", "secondary"]).default("secondary"),
    status: z.union([z.literal(200), z.literal(403), z.literal(429)]).default(403),
    headers: z.boolean().default(true),
    waitSeconds: seconds.default(1),
  }),
  /** Reads see the state of `ms` ago, or of some writes ago; at most back to when the rule was added. */
  z.strictObject({
    kind: z.literal("stale"),
    ms: milliseconds.optional(),
    versions: z.number().int().min(1).max(50).default(1),
  }),
  /** Returns 401. An installation's token is revoked permanently. */
  z.strictObject({ kind: z.literal("expire-token") }),
  /** Returns 200 with something other than the requested JSON. */
  z.strictObject({ kind: z.literal("garble"), as: z.enum(["html", "truncated"]) }),
]);

const deliveryEffect = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("drop") }),
  z.strictObject({ kind: z.literal("duplicate"), times: z.number().int().min(2).max(10).default(2) }),
  /** Sends it later, while other deliveries overtake it. */
  z.strictObject({ kind: z.literal("delay"), ms: milliseconds }),
  /**
   * Holds deliveries until there are `window` of them, or none has come for `flushMs`; then sends them
   * shuffled.
   */
  z.strictObject({
    kind: z.literal("reorder"),
    window: z.number().int().min(2).max(1000),
    seed: z.number().int().default(1),
    flushMs: milliseconds.default(50),
  }),
]);

const frequency = {
  /** How often it applies; unlimited if omitted. */
  times: z.number().int().min(1).optional(),
  /** How many matches it lets pass first. */
  skip: z.number().int().min(0).default(0),
};

export const faultRule = z.union([
  z.strictObject({
    on: z.literal("request"),
    match: requestMatch.default({}),
    effect: requestEffect,
    ...frequency,
  }),
  z.strictObject({
    on: z.literal("delivery"),
    match: deliveryMatch.default({}),
    effect: deliveryEffect,
    ...frequency,
  }),
]);

/** A rule as written, with defaults omitted. */
export type FaultRule = z.input<typeof faultRule>;
export type CompleteRule = z.output<typeof faultRule>;
export type RequestEffect = z.output<typeof requestEffect>;
export type DeliveryEffect = z.output<typeof deliveryEffect>;
