/** Describes the operations that the API offers, as OpenAPI 3.1, whose schemas are the JSON Schema that zod writes. */
import { z } from "zod";
import { errorCodes } from "../base/errors.ts";
import type { Operation } from "./operation.ts";
import { propertiesOf } from "./properties.ts";

const problem = "#/components/schemas/Problem";
const refusals = {
  400: "The input does not fit.",
  401: "There is no session and no token, or it has ended.",
  403: "The caller may not; `instead` says what does it, if a token was to write.",
  404: "There is no such thing that the caller may see.",
  422: "It cannot be done.",
  429: "Too many requests.",
  503: "GitHub is away.",
} as const;

/** @param version of the package */
export function openApi(operations: readonly Operation[], version: string): object {
  return {
    openapi: "3.1.0",
    info: { title: "signalbox", version, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/api/v1" }],
    security: [{ session: [] }, { token: [] }],
    paths: Object.fromEntries(
      operations.map((operation) => [
        `/${operation.name}`,
        {
          ...(operation.effect === "reads" ? { get: withQuery(operation) } : {}),
          post: withBody(operation),
        },
      ]),
    ),
    components: {
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: "__Host-signalbox-session" },
        token: { type: "http", scheme: "bearer", description: "made on the page /tokens: sbx_…" },
      },
      schemas: { Problem: problemSchema },
    },
  };
}

function withQuery({ name, summary, input, output }: Operation): object {
  const { properties = {} } = z.toJSONSchema(input, { io: "input" });
  return {
    operationId: `${name}-get`,
    summary,
    parameters: propertiesOf(input).map((property) => ({
      name: property.name,
      in: "query",
      description: property.description,
      required: property.isRequired,
      schema: properties[property.name],
    })),
    responses: responsesOf(output),
  };
}

function withBody({ name, summary, input, output }: Operation): object {
  return {
    operationId: name,
    summary,
    requestBody: {
      required: true,
      content: { "application/json": { schema: plain(z.toJSONSchema(input, { io: "input" })) } },
    },
    responses: responsesOf(output),
  };
}

function responsesOf(output: z.ZodType): object {
  const content = { "application/json": { schema: plain(z.toJSONSchema(output, { io: "output" })) } };
  return {
    200: { description: "Done.", content },
    ...Object.fromEntries(
      Object.entries(refusals).map(([status, description]) => [
        status,
        { description, content: { "application/problem+json": { schema: { $ref: problem } } } },
      ]),
    ),
  };
}

/** The dialect is that of the whole document. */
function plain({ $schema: _, ...schema }: { readonly $schema?: unknown }): object {
  return schema;
}

const problemSchema = {
  type: "object",
  required: ["title", "status", "code", "detail"],
  properties: {
    title: { type: "string" },
    status: { type: "integer" },
    code: { enum: Object.keys(errorCodes) },
    detail: { type: "string", description: "for people" },
    instead: {
      type: "object",
      description: "for a token that was to write: what does it with a login of GitHub's",
      properties: {
        command: { type: "string", description: "a gh command" },
        title: { type: "string", description: "of the issue that it opens" },
        body: { type: "string", description: "of what it writes" },
      },
    },
  },
};
