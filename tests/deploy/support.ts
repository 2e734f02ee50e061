/** What files for orchestrators say, in one shape, so that it can be held to what the processes read and answer. */
import { readFileSync } from "node:fs";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";

/** A process as a file starts it. */
export interface Started {
  readonly name: string;
  /** What follows the image's entry point. */
  readonly words: readonly string[];
  /** Each variable, and whether it must be set. */
  readonly variables: ReadonlyMap<string, { readonly isRequired: boolean }>;
}

const service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  entrypoint: z.never().optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  stop_grace_period: z.string().optional(),
  ports: z.array(z.string()).default([]),
  deploy: z.object({ replicas: z.number() }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
});
const compose = z.object({ services: z.record(z.string(), service) });
export type Service = z.infer<typeof service>;

export function readCompose(path: string): Readonly<Record<string, Service>> {
  return compose.parse(parse(readFileSync(path, "utf8"), { merge: true })).services;
}

export function startedByCompose(name: string, { command = [], environment }: Service): Started {
  const variables = Object.entries(environment).map(
    ([variable, value]) =>
      [
        variable,
        // `${NAME:-}` may be empty; `${NAME:?…}` and a value of its own may not.
        { isRequired: !/^\$\{\w+:-\}$/.test(value) },
      ] as const,
  );
  return { name, words: command, variables: new Map(variables) };
}

const reference = z.object({ name: z.string(), key: z.string(), optional: z.boolean().default(false) });
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const container = z.strictObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  env: z.array(
    z.strictObject({
      name: z.string(),
      valueFrom: z.union([
        z.strictObject({ secretKeyRef: reference }),
        z.strictObject({ configMapKeyRef: reference }),
      ]),
    }),
  ),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  resources: z.unknown(),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
  }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});
export type Container = z.infer<typeof container>;

const labels = z.record(z.string(), z.string());
const pod = z.object({
  terminationGracePeriodSeconds: z.number().optional(),
  securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number() }),
  containers: z.tuple([container]),
  volumes: z.array(z.object({ name: z.string(), emptyDir: z.object({}) })),
});
const template = z.object({ metadata: z.object({ labels }), spec: pod });
const manifest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("Job"), spec: z.object({ template }) }),
  z.object({
    kind: z.literal("Deployment"),
    spec: z.object({ replicas: z.number(), selector: z.object({ matchLabels: labels }), template }),
  }),
  z.object({
    kind: z.literal("PodDisruptionBudget"),
    spec: z.object({ minAvailable: z.number(), selector: z.object({ matchLabels: labels }) }),
  }),
  z.object({
    kind: z.literal("Service"),
    spec: z.object({ selector: labels, ports: z.array(z.object({ targetPort: z.string() })) }),
  }),
]);
export type Manifest = z.infer<typeof manifest>;

export function readManifests(path: string): readonly Manifest[] {
  return parseAllDocuments(readFileSync(path, "utf8")).map((document) => manifest.parse(document.toJS()));
}

export function startedByKubernetes({ name, args, env }: Container): Started {
  const variables = env.map(({ name: variable, valueFrom }) => {
    const { optional } = "secretKeyRef" in valueFrom ? valueFrom.secretKeyRef : valueFrom.configMapKeyRef;
    return [variable, { isRequired: !optional }] as const;
  });
  return { name, words: args, variables: new Map(variables) };
}
