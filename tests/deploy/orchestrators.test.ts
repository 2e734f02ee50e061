/** No container engine runs in CI, so each file for one is held to the command line, the environment and the routes. */
import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readWebEnvironment, readWorkerEnvironment } from "../../src/server/composition/role-environment.ts";
import { createProbes } from "../../src/server/http/probes.ts";
import { databaseUrlIn } from "../../src/store/postgres/database-url.ts";
import { signalbox } from "../cli/terminal.ts";
import {
  type Manifest,
  readCompose,
  readManifests,
  type Started,
  startedByCompose,
  startedByKubernetes,
} from "./support.ts";

const { postgres, ...ours } = readCompose("deploy/compose.yaml");
/** `web-2` is a web process. */
const roleOf = (name: string): string => name.replace(/-\d+$/, "");
const manifests = ["migrate", "web", "worker"].flatMap((name) =>
  readManifests(`deploy/kubernetes/${name}.yaml`),
);
const ofKind = <K extends Manifest["kind"]>(kind: K) =>
  manifests.filter((each): each is Extract<Manifest, { kind: K }> => each.kind === kind);
const pods = [...ofKind("Job"), ...ofKind("Deployment")].map(({ spec }) => spec.template.spec);
const containers = pods.flatMap(({ containers: each }) => each);

const started: readonly (readonly [string, Started])[] = [
  ...Object.entries(ours).map(
    ([name, service]) => [`compose: ${name}`, startedByCompose(name, service)] as const,
  ),
  ...containers.map((each) => [`Kubernetes: ${each.name}`, startedByKubernetes(each)] as const),
];

const dockerfile = readFileSync("Dockerfile", "utf8");
const port = Number(/^EXPOSE (\d+)$/m.exec(dockerfile)?.[1]);
const dataFolder = /^VOLUME (\S+)$/m.exec(dockerfile)?.[1];

const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const samples: Readonly<Record<string, string>> = {
  DATABASE_URL: "postgres://signalbox:word@postgres:5432/signalbox",
  APP_ID: "123456",
  PRIVATE_KEY: key.export({ type: "pkcs8", format: "pem" }).toString(),
  WEBHOOK_SECRET: "w".repeat(32),
  SESSION_KEY: "s".repeat(32),
  PUBLIC_URL: "https://box.example.com",
  CLIENT_ID: "client",
  CLIENT_SECRET: "secret",
  METRICS_TOKEN: "m".repeat(32),
  GHE_HOST: "github.example.com",
  GHE_PROTOCOL: "https",
  KEEP_DELIVERIES_DAYS: "30",
  KEEP_LEDGER_DAYS: "365",
  KEEP_REMOVED_DAYS: "0",
};

type Environment = Readonly<Record<string, string | undefined>>;
/** What a process reads its settings with. */
const readers: Readonly<Record<string, (environment: Environment) => unknown>> = {
  migrate: (environment) => {
    if (databaseUrlIn(environment) === undefined) throw new Error("DATABASE_URL is missing");
  },
  web: readWebEnvironment,
  worker: readWorkerEnvironment,
};

/** The variables that a process asks for. */
function askedBy(read: (environment: Environment) => unknown): ReadonlySet<string> {
  const asked = new Set<string>();
  const asking = new Proxy(samples, {
    get: (target, name) => {
      if (typeof name === "string") asked.add(name);
      return Reflect.get(target, name);
    },
  });
  read(asking);
  return asked;
}

describe.each(started)("%s", (_, { name: process, words, variables }) => {
  const name = roleOf(process);
  const read = readers[name] ?? (() => expect.fail(`${name} is not one of our processes`));
  const given = Object.fromEntries([...variables.keys()].map((each) => [each, samples[each]]));

  test("starts with a command line that exists", async () => {
    const { code, out } = await signalbox([...words, "--help"]);
    expect(code).toBe(0);
    expect(out).toContain(`signalbox ${words[0]}`);
    for (const flag of words.filter((word) => word.startsWith("--"))) expect(out).toContain(flag);
    expect(words.slice(1)).toEqual(name === "migrate" ? [] : ["--role", name]);
  });

  test("gets variables that it reads, all that it needs, and only the secrets that it needs", () => {
    expect([...variables.keys()].filter((each) => !askedBy(read).has(each))).toEqual([]);
    expect(() => read(given)).not.toThrow();
    for (const [variable, { isRequired }] of variables) {
      const without = () => read({ ...given, [variable]: undefined });
      // GitHub's sign-in takes two variables: one alone is a mistake.
      if (isRequired) expect(without, variable).toThrow(variable);
      else if (!variable.startsWith("CLIENT_")) expect(without, variable).not.toThrow();
    }
    expect(variables.has("PRIVATE_KEY")).toBe(name === "worker");
    for (const secret of ["WEBHOOK_SECRET", "SESSION_KEY", "CLIENT_SECRET"])
      expect(variables.has(secret), secret).toBe(name === "web");
  });
});

test("workers get from both how long data is kept, and other processes do not", () => {
  const taken = started.map(([title, { variables }]) => [
    title,
    [...variables].flatMap(([name, { isRequired }]) =>
      name.startsWith("KEEP_") ? [[name, isRequired]] : [],
    ),
  ]);
  const kept = ["DELIVERIES", "LEDGER", "REMOVED"].map((each) => [`KEEP_${each}_DAYS`, false]);
  const isWorker = (title: unknown): boolean => String(title).endsWith("worker");
  expect(taken).toEqual(taken.map(([title]) => [title, isWorker(title) ? kept : []]));
});

describe("deploy/compose.yaml", () => {
  const web = ours["web-1"];

  test("waits for PostgreSQL, then migrates, then starts two of each", () => {
    expect(postgres?.environment).toMatchObject({ POSTGRES_USER: "signalbox", POSTGRES_DB: "signalbox" });
    expect(ours.migrate?.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
    expect(Object.keys(ours)).toEqual(["migrate", "web-1", "web-2", "worker"]);
    expect(ours.worker?.deploy?.replicas).toBe(2);
    for (const service of [web, ours["web-2"], ours.worker]) {
      expect(service?.depends_on).toEqual({ migrate: { condition: "service_completed_successfully" } });
      expect(service?.stop_grace_period).toBe("30s");
    }
  });

  test("the file system is read-only, and the data folder is in memory and writable for the image's user", () => {
    for (const service of Object.values(ours)) {
      expect(service.read_only).toBe(true);
      // Podman knows no owner of a tmpfs: `uid=1000` is an error there.
      expect(service.tmpfs).toEqual(["/tmp", `${dataFolder}:mode=1777`]);
    }
  });

  // One service with two replicas cannot be released without a moment in which neither answers, and Podman
  // takes no range of ports for it.
  test("only the web processes are reached, each on a port of its own on loopback", () => {
    expect(web?.ports).toEqual([`127.0.0.1:4000:${port}`]);
    expect(ours["web-2"]).toEqual({ ...web, ports: [`127.0.0.1:4001:${port}`] });
    for (const service of [postgres, ours.migrate, ours.worker]) expect(service?.ports).toEqual([]);
  });
});

describe("deploy/kubernetes", () => {
  test("the probes ask what the processes answer, at the port on which they listen", () => {
    const routes = createProbes(() => []);
    const probed = ofKind("Deployment").flatMap(({ spec }) => spec.template.spec.containers);
    for (const { livenessProbe, readinessProbe, ports } of probed) {
      expect(ports).toEqual([{ name: "http", containerPort: port }]);
      expect(livenessProbe?.httpGet).toEqual({ path: "/livez", port: "http" });
      expect(readinessProbe?.httpGet).toEqual({ path: "/readyz", port: "http" });
    }
    expect([...routes.keys()]).toEqual(expect.arrayContaining(["/livez", "/readyz"]));
  });

  test("nobody is root, the file system is read-only, and the data folder is a volume", () => {
    for (const {
      containers: [each],
      volumes,
      securityContext,
    } of pods) {
      expect(securityContext.runAsUser).toBeGreaterThan(0);
      expect(each.volumeMounts).toContainEqual({ name: "data", mountPath: dataFolder });
      expect(volumes.map(({ name }) => name)).toEqual(each.volumeMounts.map(({ name }) => name));
    }
  });

  test("two of each run, one stays while a node is drained, and each has 30 s to finish", () => {
    const deployments = ofKind("Deployment");
    expect(deployments).toHaveLength(2);
    for (const { spec } of deployments) {
      expect(spec.replicas).toBe(2);
      expect(spec.template.spec.terminationGracePeriodSeconds).toBe(30);
      expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
    }
    expect(ofKind("PodDisruptionBudget").map(({ spec }) => spec)).toEqual(
      deployments.map(({ spec }) => ({ minAvailable: 1, selector: spec.selector })),
    );
  });

  test("the service leads to the web processes alone", () => {
    const [service] = ofKind("Service");
    const [web] = ofKind("Deployment").filter(({ spec }) => spec.template.spec.containers[0].name === "web");
    expect(service?.spec.selector).toEqual(web?.spec.template.metadata.labels);
    expect(service?.spec.ports.map(({ targetPort }) => targetPort)).toEqual(["http"]);
  });

  test("all processes run one image, that of this release", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect(new Set(containers.map(({ image }) => image))).toEqual(
      new Set([`registry.example.com/signalbox:${version}`]),
    );
  });
});
