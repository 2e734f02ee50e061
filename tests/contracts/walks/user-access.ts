/** Walks the operations of tokens with which Apps act for users. */
import type { TestHub } from "../../support/hub.ts";
import type { Walk } from "./walk.ts";

const callback = "http://127.0.0.1:4000/callback";

async function tokenOf(github: TestHub, login: string): Promise<string> {
  const { clientId, clientSecret } = github.hub.app;
  github.hub.setCallbackUrls([callback]);
  const allowed = await fetch(`${github.hub.url}/login/oauth/authorize?client_id=${clientId}`, {
    method: "POST",
    redirect: "manual",
    headers: { authorization: `token ${github.hub.tokenOf(login)}` },
  });
  const code = new URL(allowed.headers.get("location") ?? "").searchParams.get("code");
  const exchanged = await fetch(`${github.hub.url}/login/oauth/access_token`, {
    method: "POST",
    headers: { accept: "application/json" },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, code }),
  });
  const { access_token: token }: { readonly access_token: string } = JSON.parse(await exchanged.text());
  return token;
}

export async function walkUserAccess(github: TestHub, walk: Walk): Promise<void> {
  const { clientId, clientSecret, installationId } = github.hub.app;
  const client = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  const one = await tokenOf(github, "maria");
  const other = await tokenOf(github, "maria");
  await walk(one, "GET /user/installations", 200);
  await walk("maria", "GET /user/installations", 403);
  await walk(one, `GET /user/installations/${installationId}/repositories`, 200);
  await walk(one, "GET /user/installations/1/repositories", 404);
  await walk(client, `DELETE /applications/${clientId}/token`, 204, { access_token: one });
  await walk(client, `DELETE /applications/${clientId}/token`, 404, { access_token: one });
  await walk("maria", `DELETE /applications/${clientId}/token`, 404, { access_token: other });
  await walk(client, `DELETE /applications/${clientId}/grant`, 204, { access_token: other });
  await walk(other, "GET /user/installations", 401);
}
