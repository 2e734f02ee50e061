/** Checks that GitHub's deliveries arrive and that the clocks agree. */
import { type CheckResult, failed, passed, warning } from "../check-result.ts";
import type { DoctorFacts } from "../facts.ts";
import { isShared } from "./cluster.ts";

/** GitHub tolerates a minute of clock skew in an App's token, which is valid for ten. */
const skewFailsMs = 60_000;
const skewWarnsMs = 10_000;

export function checkClock({ inspection }: DoctorFacts): readonly CheckResult[] {
  const skewMs = inspection?.skewMs;
  if (skewMs === undefined) return [];
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) < skewWarnsMs) return [passed("clock", "It matches GitHub's.")];
  const found = `This machine's clock is ${seconds} s ${skewMs > 0 ? "behind" : "ahead of"} GitHub's.`;
  const advice = "Set it, for example using NTP: deadlines and tokens depend on it.";
  return [Math.abs(skewMs) < skewFailsMs ? warning("clock", found, advice) : failed("clock", found, advice)];
}

export function checkWebhook(facts: DoctorFacts): readonly CheckResult[] {
  const { inspection, configuration } = facts;
  const name = "webhook";
  const poll = isShared(facts) ? undefined : "run with --poll 15s";
  if (inspection?.app.ok !== true || configuration.type === "none") return [];
  const { hook, deliveries } = inspection;
  if (!hook.ok || !hook.value.url)
    return [
      warning(name, "The App has no webhook URL.", poll === undefined ? "Set one." : `Set one, or ${poll}.`),
    ];
  const { url } = hook.value;
  if (!deliveries.ok)
    return [warning(name, `GitHub's delivery log cannot be read: ${deliveries.message}.`, "Try again.")];
  const latest = deliveries.value;
  if (latest.length === 0)
    return [
      warning(
        name,
        `GitHub has delivered nothing to ${url} in the last few days.`,
        poll === undefined
          ? "Open an issue and rerun `signalbox doctor`. If there is still nothing, check that GitHub can reach this address."
          : `If it cannot reach this machine, ${poll}; otherwise open an issue and rerun \`signalbox doctor\`.`,
      ),
    ];
  const refused = latest.filter(({ status_code }) => status_code < 200 || status_code >= 300);
  if (refused.length === 0) return [passed(name, `The last ${latest.length} deliveries reached ${url}.`)];
  const codes = new Set(refused.map(({ status_code }) => status_code));
  const found = `${refused.length} of the last ${latest.length} deliveries to ${url} failed (status ${[...codes].join(", ")}).`;
  const last = latest[0]?.status_code ?? 0;
  const isOver = last >= 200 && last < 300;
  return [
    isOver
      ? warning(name, `${found} The latest one succeeded.`, adviceFor(codes))
      : failed(name, found, adviceFor(codes)),
  ];
}

function adviceFor(codes: ReadonlySet<number>): string {
  if (codes.has(401))
    return "401: WEBHOOK_SECRET is not the App's. During a rotation set WEBHOOK_SECRET_PREVIOUS too.";
  if (codes.has(413)) return "413: the proxy's body limit is too small; allow 26 MB.";
  if (codes.has(0)) return "0: no response. Check the URL, proxy, firewall and certificate.";
  return "See the server's and the proxy's logs. Missed deliveries are fetched from GitHub's log.";
}
