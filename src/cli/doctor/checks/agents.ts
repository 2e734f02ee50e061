/** Says how a person decides whose login agents use, and that they cannot where nobody can sign in. */

import {
  type Agent,
  agentsAt,
  isShared,
  rosterOf,
  takesPersonsComments,
} from "../../../protocol/settings/agents/roster.ts";
import { readSettings } from "../../../protocol/settings/read-settings.ts";
import { type CheckResult, failed, passed, warning } from "../check-result.ts";
import type { DoctorFacts } from "../facts.ts";

const name = "agents";

export function checkAgents({
  store,
  configuration,
}: Pick<DoctorFacts, "store" | "configuration">): readonly CheckResult[] {
  if (typeof store !== "object") return [];
  const pages = pagesIn(configuration);
  return store.repositories.flatMap(({ name: repository, settings: text }) => {
    const reading = readSettings(text ?? "");
    if (!reading.ok) return [];
    const { settings } = reading;
    const shared = rosterOf(settings).filter(({ account }) => isShared(settings, account));
    const accounts = new Set(shared.map(({ account }) => account));
    return [...accounts].map((account) =>
      sharedAccount({
        repository,
        account,
        agents: agentsAt(settings, account),
        takesComments: takesPersonsComments(settings, account),
        pages,
      }),
    );
  });
}

/** Where people sign in; undefined if they cannot. */
function pagesIn(configuration: DoctorFacts["configuration"]): string | undefined {
  if (configuration.type !== "app" && configuration.type !== "web") return undefined;
  const { client } = configuration.type === "web" ? configuration.webhook : configuration.github;
  return client === undefined ? undefined : configuration.pagesAt;
}

interface SharedLogin {
  readonly repository: string;
  readonly account: string;
  readonly agents: readonly Agent[];
  readonly takesComments: boolean;
  readonly pages: string | undefined;
}

function sharedAccount({ repository, account, agents, takesComments, pages }: SharedLogin): CheckResult {
  const who = `${repository}: a person and ${listed(agents)} write as ${account}, which is one voice`;
  if (takesComments)
    return warning(
      name,
      `${who}. With \`with_person: comments\`, what is not signed there is the person's word: an agent with that token can answer, decide, approve and accept as the person.`,
      "Write `with_person: true`, so that the person decides on the pages; or give each agent an account of its own.",
    );
  if (pages !== undefined)
    return passed(
      name,
      `${who}. What it wrote itself the person decides at ${pages}, signed in with GitHub, and by no comment.`,
    );
  return failed(
    name,
    `${who}. What it wrote itself nobody can decide with it: no comment counts, and people cannot sign in at the pages.`,
    "Let people sign in (CLIENT_ID and CLIENT_SECRET), let a second account decide, or give each agent an account of its own (`signalbox agents add NAME --app SLUG`).",
  );
}

function listed(agents: readonly Agent[]): string {
  return agents.map(({ name: each }) => each).join(", ");
}
