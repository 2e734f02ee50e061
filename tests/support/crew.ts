/** A bus with agents: accounts with write access, and the settings that name them. */
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import { type BusSettings, startBus, type TestBus } from "./bus.ts";

/** The agents of the settings by name, each with the login of its account and what else its entry says. */
export type Crew = Readonly<Record<string, { readonly login: string; readonly [key: string]: unknown }>>;

/** The accounts have no ids before the hub runs. */
const noAgents = { ".github/signalbox.yml": "agents: {}\n" };

/** Every account of the crew that the demo does not have yet, with write access. */
export function seedWith(crew: Crew): HubSeed {
  const logins = [...new Set(Object.values(crew).map(({ login }) => login))];
  const added = logins.filter((login) => !(login in demoSeed.people));
  const [demo, ...others] = demoSeed.repositories;
  if (demo === undefined) throw new Error("The demo has no repository.");
  const roles = Object.fromEntries(added.map((login) => [login, "write" as const]));
  return {
    ...demoSeed,
    people: { ...demoSeed.people, ...Object.fromEntries(added.map((login) => [login, login])) },
    repositories: [{ ...demo, roles: { ...demo.roles, ...roles }, files: noAgents }, ...others],
  };
}

export async function startCrew(crew: Crew, settings: BusSettings = {}): Promise<TestBus> {
  const bus = await startBus({ seed: seedWith(crew), ...settings });
  await nameCrew(bus, crew);
  return bus;
}

/** Brings settings with exactly these agents to the default branch. */
export async function nameCrew(
  bus: Pick<TestBus, "as"> & { readonly settled: () => Promise<unknown> },
  crew: Crew,
  more = "",
): Promise<void> {
  const maria = bus.as("maria");
  const { repos, users } = maria.octokit.rest;
  const path = ".github/signalbox.yml";
  const entries = await Promise.all(
    Object.entries(crew).map(async ([name, { login, ...rest }]) => {
      const { data } = await users.getByUsername({ username: login });
      return [name, { account: data.node_id, ...rest }];
    }),
  );
  const { data: before } = await repos.getContent({ ...maria.repository, path });
  const sha = "sha" in before ? before.sha : "";
  await repos.createOrUpdateFileContents({
    ...maria.repository,
    path,
    message: "Name the agents",
    sha,
    content: Buffer.from(`agents: ${JSON.stringify(Object.fromEntries(entries))}\n${more}`).toString(
      "base64",
    ),
  });
  await bus.settled();
}
