/**
 * Chooses the answerer from environment variables. Without configuration, answers are only quoted. There is
 * no default vendor or model: questions are sent only to services that the operator named.
 */
import { z } from "zod";
import { commandAnswerer } from "../../answerers/command.ts";
import { fewAtOnce } from "../../answerers/few-at-once.ts";
import { modelAnswerer } from "../../answerers/model.ts";
import { recording, replaying } from "../../answerers/recorded.ts";
import type { Clock } from "../../base/clock.ts";
import { parseDuration } from "../../base/duration.ts";
import { UserError } from "../../base/errors.ts";
import type { ConfiguredAnswerer } from "../../coordinator/answers/answerer.ts";
import { type ReaderProgram, requireReader } from "../../programs/reader-program.ts";
import { isServersOwn } from "../../programs/withheld.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const blank = (value: unknown): unknown => (value === "" ? undefined : value);
const optional = z.preprocess(blank, z.string().optional());
const time = z.preprocess(
  blank,
  z
    .string()
    .default("60s")
    .transform((text) => parseDuration(text) ?? 0)
    .pipe(z.number().min(1_000).max(600_000, "must be a duration from 1s to 10m")),
);

const schema = z
  .object({
    SIGNALBOX_MODEL_PROVIDER: z.preprocess(
      blank,
      z.enum(["openai-compatible", "anthropic"], "must be openai-compatible or anthropic").optional(),
    ),
    SIGNALBOX_MODEL: optional,
    SIGNALBOX_MODEL_URL: z.preprocess(
      blank,
      z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).optional(),
    ),
    SIGNALBOX_MODEL_KEY: optional,
    SIGNALBOX_MODEL_CALLS_PER_HOUR: z.preprocess(
      blank,
      z.coerce.number("must be a number").int().min(1).max(100_000).default(60),
    ),
    SIGNALBOX_ANSWERER_COMMAND: z.preprocess(blank, z.string().optional()),
    SIGNALBOX_ANSWERER_KEY: optional,
    SIGNALBOX_ANSWERER_TIMEOUT: time,
    SIGNALBOX_ANSWERER_RECORD: optional,
    SIGNALBOX_ANSWERER_REPLAY: optional,
  })
  .superRefine((variables, check) => {
    const provider = variables.SIGNALBOX_MODEL_PROVIDER;
    const complain = (path: string, message: string): void =>
      check.addIssue({ code: "custom", path: [path], message });
    if (provider !== undefined && variables.SIGNALBOX_MODEL === undefined)
      complain("SIGNALBOX_MODEL", "is missing: the model's name, as the provider calls it");
    if (provider === undefined && variables.SIGNALBOX_MODEL !== undefined)
      complain("SIGNALBOX_MODEL_PROVIDER", "is missing: openai-compatible or anthropic");
    if (provider === "openai-compatible" && variables.SIGNALBOX_MODEL_URL === undefined)
      complain("SIGNALBOX_MODEL_URL", "is missing: the model's URL, such as http://127.0.0.1:8080/v1");
    if (provider !== undefined && variables.SIGNALBOX_ANSWERER_COMMAND !== undefined)
      complain("SIGNALBOX_ANSWERER_COMMAND", "cannot be combined with a model: choose one");
  });

type Variables = z.infer<typeof schema>;

/** `ANTHROPIC_API_KEY=sk-…`: the only secret that an answerer program gets. */
const keyPattern = /^([A-Z][A-Z0-9_]{0,99}_(?:KEY|TOKEN))=(\S{1,1000})$/;

/**
 * @returns undefined if nothing is configured
 * @throws UserError that names each invalid variable
 */
export function readAnswerer(
  environment: Environment,
  clock: Clock,
  workFolder = process.cwd(),
): ConfiguredAnswerer | undefined {
  const parsed = schema.safeParse(environment);
  if (!parsed.success) {
    const list = parsed.error.issues.map(({ path, message }) => `- ${path.join(".")} ${message}.`);
    throw new UserError(`signalbox cannot use an answerer with this environment:\n${list.join("\n")}`);
  }
  const { data } = parsed;
  const answerer = answererFrom(data, { environment, workFolder }, clock);
  return answerer && fewAtOnce(answerer, maxAtOnce);
}

/** Of all installations that a process serves: a program such as a coding agent takes hundreds of megabytes. */
const maxAtOnce = 4;

interface Surroundings {
  readonly environment: Environment;
  /** Absolute path of the folder that the server works in. */
  readonly workFolder: string;
}

function answererFrom(
  data: Variables,
  surroundings: Surroundings,
  clock: Clock,
): ConfiguredAnswerer | undefined {
  if (data.SIGNALBOX_ANSWERER_REPLAY !== undefined)
    return replaying(data.SIGNALBOX_ANSWERER_REPLAY, `recorded ${data.SIGNALBOX_MODEL ?? "replies"}`);
  const answerer = configured(data, surroundings, clock);
  const folder = data.SIGNALBOX_ANSWERER_RECORD;
  return answerer === undefined || folder === undefined ? answerer : recording(answerer, folder);
}

function configured(
  variables: Variables,
  { environment, workFolder }: Surroundings,
  clock: Clock,
): ConfiguredAnswerer | undefined {
  const timeoutMs = variables.SIGNALBOX_ANSWERER_TIMEOUT;
  const { SIGNALBOX_MODEL_PROVIDER: provider, SIGNALBOX_MODEL: model } = variables;
  if (provider !== undefined && model !== undefined) {
    const { SIGNALBOX_MODEL_URL: url, SIGNALBOX_MODEL_KEY: apiKey } = variables;
    const callsPerHour = variables.SIGNALBOX_MODEL_CALLS_PER_HOUR;
    return modelAnswerer({ provider, model, url, apiKey, timeoutMs, callsPerHour }, clock);
  }
  const command = variables.SIGNALBOX_ANSWERER_COMMAND;
  if (command === undefined) return undefined;
  const program = { argv: argvIn(command), key: keyIn(variables.SIGNALBOX_ANSWERER_KEY) };
  requireReader(program, workFolder);
  return commandAnswerer({ ...program, timeoutMs, environment });
}

function keyIn(given: string | undefined): ReaderProgram["key"] {
  if (given === undefined) return undefined;
  const [, name, value] = keyPattern.exec(given) ?? [];
  if (name !== undefined && value !== undefined && !isServersOwn(name)) return { name, value };
  throw new UserError(
    "SIGNALBOX_ANSWERER_KEY must be the variable that the program reads its model's key from, with the key: ANTHROPIC_API_KEY=sk-…",
  );
}

const argvSchema = z.tuple([z.string().min(1)], z.string());

function argvIn(command: string): readonly [string, ...string[]] {
  try {
    return argvSchema.parse(JSON.parse(command));
  } catch {
    throw new UserError(
      `SIGNALBOX_ANSWERER_COMMAND must be a JSON list of a program and its arguments, for example ["/usr/local/bin/my-reader"]. Found: ${command.slice(0, 200)}`,
    );
  }
}
