/** Registers the App on a hub, with this test as the browser. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../../src/cli/main.ts";
import { readManifest } from "../../../src/cli/setup/manifest.ts";
import { describeDifference, differences } from "../../../src/cli/setup/registration.ts";
import type { Hub } from "../../../src/hub/hub.ts";
import { readEnvironment } from "../../../src/server/composition/environment.ts";
import { startCheckedHub } from "../../support/checked-hub.ts";

const folder = mkdtempSync(join(tmpdir(), "signalbox-setup-"));
let hub: Hub;
beforeAll(async () => {
  hub = await startCheckedHub({ home: ":memory:", port: 0 });
});
afterAll(async () => {
  await hub.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Setup {
  /** Address of the page, once it is printed. */
  readonly page: Promise<string>;
  readonly ended: Promise<number>;
  readonly out: () => string;
  readonly err: () => string;
}

const setup = (...flags: readonly string[]): Setup => setupOn(hub, ...flags);

function setupOn({ url }: Pick<Hub, "url">, ...flags: readonly string[]): Setup {
  const { promise: page, resolve } = Promise.withResolvers<string>();
  let out = "";
  let err = "";
  const places = { XDG_CONFIG_HOME: join(folder, "config"), SIGNALBOX_HOME: join(folder, "home") };
  const env = { GHE_HOST: new URL(url).host, GHE_PROTOCOL: "http", ...places };
  const ended = run(["setup", "--port", "0", ...flags], {
    out: (text) => {
      out += text;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0];
      if (address !== undefined) resolve(address);
    },
    err: (text) => {
      err += text;
    },
    isTty: false,
    isErrTty: false,
    env,
    exitWith: () => {},
  }).then((code) => code ?? 0);
  return { page, ended, out: () => out, err: () => err };
}

interface Form {
  readonly action: string;
  readonly manifest: string;
}

async function openForm(page: string): Promise<Form> {
  const html = await (await fetch(page)).text();
  const plain = (text: string | undefined) =>
    (text ?? "").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&amp;", "&");
  return {
    action: plain(/action="([^"]*)"/.exec(html)?.[1]),
    manifest: plain(/value="([^"]*)"/.exec(html)?.[1]),
  };
}

/** Posts the form to the hub, as a browser does on a click. @returns where the hub sends the browser next */
async function submit({ action, manifest }: Form, on: Pick<Hub, "tokenOf"> = hub): Promise<string> {
  const login = `token ${on.tokenOf("maria")}`;
  const response = await fetch(action, {
    method: "POST",
    headers: { authorization: login },
    body: new URLSearchParams({ manifest }),
    redirect: "manual",
  });
  expect(response.status).toBe(302);
  return response.headers.get("location") ?? "";
}

describe("signalbox setup", () => {
  test("setup registers the App, saves its key for its owner alone, and prints the next step", async () => {
    const out = join(folder, "registered", "app.env");
    const {
      page,
      ended,
      out: printed,
    } = setup("--out", out, "--name", "Our box", "--url", "https://box.example");
    const form = await openForm(await page);
    expect(JSON.parse(form.manifest)).toMatchObject({
      name: "Our box",
      default_permissions: { issues: "write", contents: "read" },
      hook_attributes: { url: "https://box.example/api/github/webhooks", active: true },
      callback_urls: ["https://box.example/sign-in/callback"],
    });
    const last = await fetch(await submit(form));
    expect(await last.text()).toContain("Registered");
    expect(await ended).toBe(0);
    expect(statSync(out).mode & 0o777).toBe(0o600);
    const settings = readEnvironment(parseEnv(readFileSync(out, "utf8")));
    expect(settings.github).toMatchObject({
      baseUrl: `${hub.url}/api/v3`,
      client: { id: expect.stringMatching(/^Iv/), secret: expect.stringMatching(/^\w{40}$/) },
    });
    expect(settings.site.publicUrl).toBe("https://box.example");
    expect(printed()).toContain(`signalbox start --settings ${out}\n`);
  });

  test("setup keeps the App's key apart from the data folder unless told otherwise", async () => {
    const { page, ended, out } = setup("--name", "Kept apart");
    await fetch(await submit(await openForm(await page)));
    expect(await ended).toBe(0);
    const file = join(folder, "config", "signalbox", "app.env");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toContain("PRIVATE_KEY=");
    expect(out()).toContain(`signalbox start --settings ${file}`);
    expect(existsSync(join(folder, "home"))).toBe(false);
    rmSync(file);
  });

  test("M04 a dry run shows what would be registered and written, and does neither", async () => {
    const out = join(folder, "not-yet", "app.env");
    const asked: string[] = [];
    const stop = hub.observe((seen) => {
      if (seen.kind === "response") asked.push(seen.path);
    });
    const named = ["--out", out, "--org", "acme", "--name", "Shown first"];
    const flags = [...named, "--url", "https://box.example", "--with-contents"];
    const { ended, out: printed } = setup(...flags, "--dry-run");
    expect(await ended).toBe(0);
    stop();
    const text = printed();
    expect(text).toMatch(/^(?:.+\n+)*?Nothing was registered and nothing was written\.\n/);
    expect(text).toContain(`at ${hub.url}/organizations/acme/settings/apps/new, once you confirm it there`);
    expect(text).toMatch(/^ {2}permissions {2}checks: write, contents: write, issues: write, /m);
    expect(text).toMatch(/^ {2}deliveries {3}https:\/\/box\.example\/api\/github\/webhooks$/m);
    expect(text).toContain(
      `${out}, readable only by you, with APP_ID, PRIVATE_KEY, WEBHOOK_SECRET, CLIENT_ID,`,
    );
    const shown: unknown = JSON.parse(/^\{\n[\s\S]*?^\}$/m.exec(text)?.[0] ?? "");
    const { page, ended: registered } = setup(...flags);
    const form: Record<string, unknown> = JSON.parse((await openForm(await page)).manifest);
    expect({ ...form, redirect_url: "" }).toEqual({ ...Object(shown), redirect_url: "" });
    expect(asked.filter((path) => !path.endsWith("/meta"))).toEqual([]);
    await fetch(await submit(await openForm(await page)));
    expect(await registered).toBe(0);
    const again = setup(...flags, "--dry-run");
    expect(await again.ended).toBe(1);
    expect(again.err()).toContain("an App's key is never overwritten");
  });

  test("a dry run leaves no folder behind", async () => {
    const { ended } = setup("--out", join(folder, "nowhere", "app.env"), "--dry-run");
    expect(await ended).toBe(0);
    expect(existsSync(join(folder, "nowhere"))).toBe(false);
  });

  test("A6 setup refuses --with-workflows without --with-contents", async () => {
    const { ended, err } = setup("--out", join(folder, "workflows.env"), "--with-workflows");
    expect(await ended).toBe(1);
    expect(err()).toContain("--with-workflows is for merging, so it needs --with-contents.");
  });

  test("setup requests more with --with-contents, and a disabled webhook without an address", async () => {
    const { page, ended, out } = setup(
      "--out",
      join(folder, "large.env"),
      "--name",
      "large",
      "--with-contents",
    );
    const form = await openForm(await page);
    expect(JSON.parse(form.manifest)).toMatchObject({
      default_permissions: { contents: "write", pull_requests: "write" },
      hook_attributes: { active: false },
      callback_urls: ["http://[::1]:4000", "http://localhost:4000", "http://127.0.0.1:4000"].map(
        (origin) => `${origin}/sign-in/callback`,
      ),
    });
    await fetch(await submit(form));
    expect(await ended).toBe(0);
    expect(out()).toContain("--poll 15s");
  });

  test("setup --rehearsal registers an App of its own, whose deliveries reach nobody", async () => {
    const { page, ended, out } = setup("--rehearsal");
    const form = await openForm(await page);
    expect(JSON.parse(form.manifest)).toMatchObject({
      name: expect.stringMatching(/^signalbox rehearsal [0-9a-f]{6}$/),
      default_permissions: { contents: "write", pull_requests: "write", merge_queues: "write" },
      hook_attributes: { url: "https://signalbox-rehearsal.invalid/webhooks", active: true },
    });
    expect(JSON.parse(form.manifest).default_permissions).not.toHaveProperty("workflows");
    await fetch(await submit(form));
    expect(await ended).toBe(0);
    const file = join(folder, "config", "signalbox", "rehearsal.env");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).not.toContain("PUBLIC_URL");
    expect(out()).toContain(`signalbox rehearse --repo OWNER/throwaway --settings ${file}`);
    expect(existsSync(join(folder, "home"))).toBe(false);
    for (const flags of [["--url", "https://box.example"], ["--with-workflows"]]) {
      const refused = setup("--rehearsal", "--out", join(folder, "refused.env"), ...flags);
      expect(await refused.ended).toBe(1);
      expect(refused.err()).toContain("--rehearsal takes neither --url nor --with-workflows");
    }
  });

  test("setup reports what was granted differently than requested, after saving the key", async () => {
    const out = join(folder, "altered.env");
    const { page, ended, err } = setup("--out", out, "--name", "altered");
    const form = await openForm(await page);
    const altered = JSON.parse(form.manifest);
    altered.default_permissions = { ...altered.default_permissions, administration: "write", issues: "read" };
    altered.default_events = altered.default_events.filter((event: string) => event !== "issues");
    const last = await fetch(await submit({ ...form, manifest: JSON.stringify(altered) }));
    expect(last.status).toBe(400);
    expect(await ended).toBe(1);
    expect(err()).toContain("permission administration: requested none, granted write");
    expect(err()).toContain("permission issues: requested write, granted read");
    expect(err()).toContain("event issues: requested, not granted");
    expect(statSync(out).mode & 0o777).toBe(0o600);
  });

  test("setup accepts no code that did not come from its own form, and none from another host", async () => {
    const { page, ended } = setup("--out", join(folder, "strangers.env"), "--name", "strangers");
    const address = await page;
    const status = async (path: string, init: RequestInit = {}) =>
      (await fetch(`${address}${path}`, init)).status;
    expect(await status("/created?code=stolen&state=guessed")).toBe(400);
    expect(await status("/created?code=stolen")).toBe(400);
    expect(await status("/elsewhere")).toBe(404);
    expect(await status("/", { method: "POST" })).toBe(405);
    expect((await fetch(`${address.replace("127.0.0.1", "localhost")}/`)).status).toBe(403);
    await fetch(await submit(await openForm(address)));
    expect(await ended).toBe(0);
  });

  test("setup refuses a code that GitHub does not know", async () => {
    const { page, ended, err } = setup("--out", join(folder, "unknown.env"));
    const address = await page;
    const { action } = await openForm(address);
    const state = new URL(action).searchParams.get("state");
    expect((await fetch(`${address}/created?code=unknown&state=${state}`)).status).toBe(400);
    expect(await ended).toBe(1);
    expect(err()).toContain("GitHub did not exchange the code");
  });

  test.each([
    [["--url", "box"], "--url must be a URL"],
    [["--port", "x"], "--port must be a number"],
    [["--out", "/dev/null/app.env"], "The settings folder /dev/null cannot be created or written"],
    [["--out", import.meta.filename], "an App's key is never overwritten"],
  ])("setup refuses %j before it serves anything", async (flags, message) => {
    const { ended, err } = setup(...flags);
    expect(await ended).toBe(1);
    expect(err()).toContain(message);
  });
});

test("I06 on an enterprise host setup leaves out what its version lacks, and says what that means", async () => {
  const older = await startCheckedHub({ home: ":memory:", port: 0, release: "3.17" });
  try {
    const { page, ended, out } = setupOn(older, "--out", join(folder, "older.env"), "--name", "Older box");
    const form = await openForm(await page);
    const asked = JSON.parse(form.manifest);
    expect(asked.default_events).not.toContain("issue_dependencies");
    expect(asked.default_permissions).not.toHaveProperty("merge_queues");
    await fetch(await submit(form, older));
    expect(await ended).toBe(0);
    expect(out()).toContain("is GitHub Enterprise Server 3.17. What it lacks is not asked for:");
    expect(out()).toContain('No "blocked by" dependencies before 3.19');
    const everything = { ...asked, default_events: [...asked.default_events, "issue_dependencies"] };
    const login = { authorization: `token ${older.tokenOf("maria")}` };
    const body = new URLSearchParams({ manifest: JSON.stringify({ ...everything, name: "All" }) });
    const refused = await fetch(form.action, { method: "POST", headers: login, body, redirect: "manual" });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("Default events unsupported: issue_dependencies<");
  } finally {
    await older.close();
  }
});

test("the error for a port in use names the flag that changes it", async () => {
  const { ended, err } = setup("--out", join(folder, "taken.env"), "--port", new URL(hub.url).port);
  expect(await ended).toBe(1);
  expect(err()).toMatch(/is in use\. .*: signalbox setup --port \d+\n$/);
});

test("every difference between the request and the grant is named, in order", () => {
  const asked = readManifest({
    name: undefined,
    webhookUrl: undefined,
    callbackUrls: [],
    redirectUrl: "http://127.0.0.1/created",
    homepage: "https://example.com",
    withContents: false,
    withWorkflows: false,
    hostVersion: undefined,
  });
  const granted = {
    id: 1,
    slug: "box",
    html_url: "https://example.com/apps/box",
    pem: "PRIVATE KEY",
    webhook_secret: null,
    permissions: asked.default_permissions,
    events: asked.default_events,
  };
  expect(differences(asked, granted)).toEqual([]);
  const events = [...asked.default_events, "star"];
  expect(differences(asked, { ...granted, events }).map(describeDifference)).toEqual([
    "event star: granted, not requested",
  ]);
});
