/** Another App on the hub, created from a manifest as in a browser, then installed. */
import { z } from "zod";
import type { GitHubSettings } from "../../src/server/composition/environment.ts";
import { appToken } from "./app-token.ts";
import type { TestBus } from "./bus.ts";
import type { Ask } from "./hub.ts";

const converted = z.object({ id: z.number(), slug: z.string(), pem: z.string(), webhook_secret: z.string() });

type Permissions = Readonly<Record<string, "read" | "write">>;

export async function secondApp(
  { hub }: Pick<TestBus, "hub">,
  permissions: Permissions,
): Promise<GitHubSettings> {
  const manifest = JSON.stringify({
    name: "Second Box",
    url: "https://example.com",
    redirect_url: "http://127.0.0.1:9/done",
    default_permissions: permissions,
  });
  const headers = { authorization: `token ${hub.tokenOf("maria")}` };
  const browser = { method: "POST", redirect: "manual", headers } as const;
  const made = await fetch(`${hub.url}/organizations/acme/settings/apps/new`, {
    ...browser,
    body: new URLSearchParams({ manifest }),
  });
  const code = new URL(made.headers.get("location") ?? "").searchParams.get("code");
  const answer = await fetch(`${hub.url}/api/v3/app-manifests/${code}/conversions`, { method: "POST" });
  const { id, slug, pem, webhook_secret } = converted.parse(await answer.json());
  await fetch(`${hub.url}/apps/${slug}/installations/new`, browser);
  return { appId: id, privateKey: pem, webhookSecrets: [webhook_secret], baseUrl: `${hub.url}/api/v3` };
}

/** Acts as the App's only installation. */
export async function asInstallationOf({ testHub, clock }: TestBus, app: GitHubSettings): Promise<Ask> {
  const nowS = Math.floor(clock.now() / 1000);
  const key = { id: app.appId, privateKey: app.privateKey };
  const token = await appToken(key, { iat: nowS - 30, exp: nowS + 300 });
  const itself = testHub.withAuthorization(`Bearer ${token}`);
  const [installation] = (await itself("GET", "/app/installations")).body;
  const { body } = await itself("POST", `/app/installations/${installation.id}/access_tokens`);
  return testHub.withAuthorization(`token ${body.token}`);
}
