/** Holds what `signalbox setup` asks of GitHub to the events and permissions that GitHub documents. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { EnterpriseVersion } from "../../../src/base/enterprise-version.ts";
import { readManifest } from "../../../src/cli/setup/manifest.ts";

/** Cut from GitHub's own descriptions by `npm run github-facts`. */
const github = JSON.parse(
  readFileSync(join(import.meta.dirname, "..", "..", "contracts", "github", "events.json"), "utf8"),
) as {
  readonly permissions: readonly string[];
  readonly events: Readonly<
    Record<string, { readonly permissions: readonly string[]; readonly enterprise: readonly string[] }>
  >;
  readonly enterpriseVersions: readonly EnterpriseVersion[];
};

const asked = (withContents: boolean, hostVersion?: EnterpriseVersion, withWorkflows = false) =>
  readManifest({
    name: undefined,
    webhookUrl: undefined,
    callbackUrls: [],
    redirectUrl: "http://127.0.0.1/created",
    homepage: "https://example.com",
    withContents,
    withWorkflows,
    hostVersion,
  });
const appYml = parse(readFileSync(join(import.meta.dirname, "..", "..", "..", "app.yml"), "utf8"));

describe.each([
  ["app.yml", appYml],
  ["the manifest of setup", asked(false)],
  ["the manifest of setup --with-contents", asked(true)],
  ["the manifest of setup --with-contents --with-workflows", asked(true, undefined, true)],
])("%s", (_what, { default_events: events, default_permissions: permissions }) => {
  test("subscribes to events that an App can subscribe to, with a permission that each needs", () => {
    const refused = events.filter(
      (event: string) => !github.events[event]?.permissions.some((name) => Object.hasOwn(permissions, name)),
    );
    expect(events.length).toBeGreaterThan(10);
    expect(refused).toEqual([]);
  });

  test("asks for permissions that GitHub knows", () => {
    expect(Object.keys(permissions).filter((name) => !github.permissions.includes(name))).toEqual([]);
  });

  test("subscribes to nothing that is not processed", async () => {
    const { isKnownEvent } = await import("../../../src/server/ingress/event-name.ts");
    expect(events.filter((event: string) => !isKnownEvent(event))).toEqual([]);
  });
});

test("A6 workflow files are asked for only by --with-workflows", () => {
  expect(asked(true).default_permissions).not.toHaveProperty("workflows");
  expect(asked(true, undefined, true).default_permissions).toMatchObject({
    workflows: "write",
    contents: "write",
  });
});

describe.each(github.enterpriseVersions)("on GitHub Enterprise Server %s", (version) => {
  const { default_events: events, default_permissions: permissions } = asked(false, version);

  test("exactly the events that it has are asked for", () => {
    const has = asked(false).default_events.filter((event) =>
      github.events[event]?.enterprise.includes(version),
    );
    expect(events).toEqual(has);
  });

  test("no permission is asked for that only an event which it lacks needs", () => {
    expect(Object.hasOwn(permissions, "merge_queues")).toBe(events.includes("merge_group"));
    expect(permissions).toMatchObject({ issues: "write", checks: "write", metadata: "read" });
  });
});

test("a later version than GitHub's descriptions name is taken to have what the newest of them has", () => {
  expect(asked(false, "3.22").default_events).toEqual(asked(false, "3.19").default_events);
});
