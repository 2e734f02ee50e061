/**
 * The page on which a person lets an App act for them. Who they are, a person's token says, as for the other pages;
 * the browser is then sent back to the App with a code.
 */
import { failure, type HttpResponse } from "../../http/response.ts";
import { authorize, type CheckedWish, checkWish } from "../../ops/access/user-access.ts";
import { openRoute, type RestRequest, type Route } from "../route.ts";

const path = "/login/oauth/authorize";

export const authorizeRoutes: readonly Route[] = [openRoute("POST", path, allow)];

function allow(request: RestRequest): HttpResponse {
  const { actor, core, query } = request;
  const wish = wishIn(request);
  if (wish.kind === "refused") return failure(422, wish.message);
  if (actor.kind !== "user" || actor.via !== undefined) return failure(401, "Requires authentication");
  const target = new URL(wish.redirectUri);
  target.searchParams.set("code", authorize(core, actor.user, wish));
  const state = query.get("state");
  if (state !== null) target.searchParams.set("state", state);
  return { status: 302, headers: { location: target.href } };
}

function wishIn({ core, query }: RestRequest): CheckedWish {
  return checkWish(core, {
    clientId: query.get("client_id") ?? "",
    redirectUri: query.get("redirect_uri") ?? undefined,
    challenge: query.get("code_challenge") ?? undefined,
    challengeMethod: query.get("code_challenge_method") ?? undefined,
  });
}
