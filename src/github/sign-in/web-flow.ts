/**
 * Signs a person in to the App with GitHub's web flow: where the browser is sent, and what the code that it brings back
 * is exchanged for. Octokit's own module for this knows no PKCE.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { messageOf, UserError } from "../../base/errors.ts";

export interface AppClient {
  readonly id: string;
  readonly secret: string;
}

/** A sign-in under way, as the browser's cookie keeps it. */
export interface Attempt {
  readonly state: string;
  /** The PKCE verifier: the code is good for nothing without it. */
  readonly verifier: string;
  /** Where GitHub sends the browser back to. */
  readonly redirectUri: string;
}

export interface WebFlow {
  /** Root of GitHub's pages. */
  readonly webUrl: string;
  readonly client: AppClient;
}

const timeoutMs = 15_000;
const answerShape = z.union([
  z.object({ access_token: z.string().min(1), token_type: z.literal("bearer") }),
  z.object({ error: z.string() }),
]);

export function authorizeUrl({ webUrl, client }: WebFlow, attempt: Attempt): string {
  const url = new URL(`${webUrl}/login/oauth/authorize`);
  const challenge = createHash("sha256").update(attempt.verifier).digest("base64url");
  url.search = new URLSearchParams({
    client_id: client.id,
    redirect_uri: attempt.redirectUri,
    state: attempt.state,
    code_challenge: challenge,
    code_challenge_method: "S256",
    allow_signup: "false",
  }).toString();
  return url.href;
}

/**
 * The person's token.
 * @throws UserError if GitHub does not accept the code, or cannot be reached
 */
export async function exchangeCode(
  { webUrl, client }: WebFlow,
  code: string,
  { verifier, redirectUri }: Attempt,
): Promise<string> {
  let answer: z.infer<typeof answerShape>;
  try {
    const response = await fetch(`${webUrl}/login/oauth/access_token`, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify({
        client_id: client.id,
        client_secret: client.secret,
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    answer = answerShape.parse(await response.json());
  } catch (cause) {
    throw new UserError(`GitHub could not be reached to sign you in (${messageOf(cause).slice(0, 100)}).`, {
      cause,
    });
  }
  if ("access_token" in answer) return answer.access_token;
  const secretIsWrong = answer.error === "incorrect_client_credentials";
  throw new UserError(
    secretIsWrong
      ? "GitHub does not accept CLIENT_ID and CLIENT_SECRET: the server's owner has to correct them."
      : "GitHub does not accept the code: it works once, and for ten minutes. Sign in again.",
  );
}
