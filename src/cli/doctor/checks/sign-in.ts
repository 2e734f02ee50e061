/** Checks whether people can sign in at the pages, and says how an App that was registered earlier gets what that needs. */
import { callbackPath } from "../../../server/site/sign-in/paths.ts";
import { type CheckResult, passed, warning } from "../check-result.ts";
import type { DoctorFacts, PagesSeen } from "../facts.ts";

const name = "sign-in";

export function checkSignIn({
  configuration,
  inspection,
}: Pick<DoctorFacts, "configuration" | "inspection">): readonly CheckResult[] {
  if (configuration.type !== "app" && configuration.type !== "web") return [];
  return [...signIn(configuration, inspection), ...proxies(configuration)];
}

function proxies({ pagesAt, lacksProxies }: PagesSeen): readonly CheckResult[] {
  if (!lacksProxies) return [];
  return [
    warning(
      "proxies",
      `${pagesAt} is behind a proxy, as this server speaks no TLS, and TRUSTED_PROXIES is not set: all callers look like the proxy, so one that fails to sign in too often locks everybody out.`,
      "Set TRUSTED_PROXIES to the proxy's address as this server sees it, for example TRUSTED_PROXIES=127.0.0.1.",
    ),
  ];
}

function signIn(
  configuration: Extract<DoctorFacts["configuration"], { readonly type: "app" | "web" }>,
  inspection: DoctorFacts["inspection"],
): readonly CheckResult[] {
  const { pagesAt: address } = configuration;
  const { client } = configuration.type === "web" ? configuration.webhook : configuration.github;
  if (address === undefined)
    return [
      warning(
        name,
        "No browser can reach the pages: the server does not listen on loopback, and PUBLIC_URL is not set.",
        "Set PUBLIC_URL to the address that browsers use, for example https://box.example.com.",
      ),
    ];
  if (client !== undefined)
    return [
      passed(
        name,
        `People sign in with GitHub at ${address}; GitHub sends them back to ${address}${callbackPath}.`,
      ),
    ];
  const app = inspection?.app.ok === true ? inspection.app.value.slug : "the App";
  return [
    warning(
      name,
      "People cannot sign in with GitHub at the pages: CLIENT_ID and CLIENT_SECRET are not set.",
      `On the settings page of ${app}, add the callback URL ${address}${callbackPath}, keep user tokens expiring, and generate a client secret; set both.`,
    ),
  ];
}
