/** What an agent's program gets of the environment of `signalbox run`. */
import { expect, test } from "vitest";
import { agentEnvironment } from "../../src/harness/agent-environment.ts";

const run = {
  agent: "ada",
  session: "01JDB3Z5M7Q8R9S00000000001",
  repository: "acme/demo",
  issue: 12,
  token: 5,
  track: undefined,
  home: "/srv/box",
  contactFile: "/run/user/7/signalbox-run-1/server.json",
  commands: "/run/user/7/signalbox-run-1/bin",
  instead: {},
};

test("an agent's program gets none of the server's secrets, and all else that its caller has", () => {
  const secrets = [
    "PRIVATE_KEY",
    "PRIVATE_KEY_PATH",
    "PRIVATE_KEY_PREVIOUS",
    "PRIVATE_KEY_PREVIOUS_PATH",
    "WEBHOOK_SECRET",
    "WEBHOOK_SECRET_PREVIOUS",
    "CLIENT_SECRET",
    "SESSION_KEY",
    "METRICS_TOKEN",
    "DATABASE_URL",
    "SIGNALBOX_MODEL_KEY",
    "SIGNALBOX_KEY",
    "SIGNALBOX_TOKEN",
    "SIGNALBOX_SERVER",
    "SIGNALBOX_HOME",
    "SIGNALBOX_ANYTHING_NEW",
  ];
  const own = { GH_TOKEN: "of ada", SIGNALBOX_AGENT_KEY: "/home/ada/.ssh/agent" };
  const all = { ...Object.fromEntries(secrets.map((name) => [name, "secret"])), ...own };
  const given = agentEnvironment(all, run);
  expect(Object.keys(given).filter((name) => secrets.includes(name))).toEqual([]);
  expect(given).toMatchObject({ ...own, SIGNALBOX_AGENT: "ada", SIGNALBOX_RUN: run.contactFile });
});

test("an agent's program gets nothing that leads to the data folder, and finds the commands of its run first", () => {
  const given = agentEnvironment(
    {
      PATH: "/srv/box/bin/ada:/usr/bin:/srv/boxes/bin:/bin",
      GH_CONFIG_DIR: "/srv/box/gh/ada/config",
      OLDPWD: "/srv/box",
      NODE_OPTIONS: "--require=/srv/box/hook.cjs",
      CACHE: "/srv/boxes/cache",
    },
    run,
  );
  expect(given).toEqual({
    ...Object.fromEntries(Object.entries(given).filter(([name]) => name.startsWith("SIGNALBOX_"))),
    PATH: `${run.commands}:/usr/bin:/srv/boxes/bin:/bin`,
    CACHE: "/srv/boxes/cache",
  });
});

test("an agent's program gets the password of PostgreSQL only where it is not the server's", () => {
  const own = { PGPASSWORD: "of a database", PGPASSFILE: "/home/ada/.pgpass" };
  expect(agentEnvironment(own, run)).toMatchObject(own);
  const given = agentEnvironment(
    { ...own, DATABASE_URL: "postgres://signalbox@db.example.com/signalbox" },
    run,
  );
  expect(Object.keys(given).filter((name) => name.startsWith("PG"))).toEqual([]);
});
