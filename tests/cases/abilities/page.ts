/** Renders docs/abilities.md from the table. */
import { basename, posix } from "node:path";
import { anchorOf, type Case, type File, type Title } from "../cases.ts";
import {
  type Ability,
  type AbilityList,
  type Evidence,
  type Status,
  type Subject,
  steps,
  subjects,
} from "./ability.ts";

interface Named {
  readonly id: string;
  readonly ability: Ability;
}

interface Group {
  readonly title: string;
  readonly members: readonly Named[];
}

/** What the page links: headings, and the tests whose titles begin with an ability's ID, best first. */
export interface Linked {
  readonly pages: readonly File[];
  readonly shown: readonly (Pick<Case, "id"> & { readonly tests: readonly Pick<Title, "path">[] })[];
}

export function renderAbilities(lists: readonly AbilityList[], linked: Linked): string {
  const all = lists.flatMap((list) => Object.entries(list).map(([id, ability]) => ({ id, ability })));
  const groups = (Object.keys(subjects) as readonly Subject[]).map((subject) => ({
    title: subjects[subject],
    members: all.filter(({ ability }) => ability.subject === subject),
  }));
  const showing = createShowing(linked);
  const lineOf = ({ id, ability }: Named) =>
    `- **${id}** ${ability.says} ${outcomeOf(ability, (where) => showing(id, where))}`;
  const sections = groups.map(({ title, members }) => [`## ${title}`, "", ...members.map(lineOf)].join("\n"));
  return `${[introduction, countsOf(all, groups), ...sections].join("\n\n")}\n`;
}

const introduction = `# Abilities

What was asked of a message bus for agents, and what signalbox does about it. \`npm run abilities\` writes this page from the table in \`tests/cases/abilities\`.

The IDs follow the lists in which it was asked for: S0 messages in a repository's own files, S1 teams of agents, S2 a manager of several projects, S3 a coordinator with typed messages, S4 spaces in which agents' programs run.

- *Met*: signalbox does it. The pages, tests, [cases](cases.md) and other abilities named show it; \`npm run cases -- S3.13\` prints the tests of a case or an ability.
- *Mapped*: the same need is met in another way, which the line says.
- *Declined*: it would harm the bus, or another tool does it better.
- *Planned*: it is not there yet. What brings it is one of:
${Object.entries(steps)
  .map(([step, brings]) => `  - *${step}*: ${brings}`)
  .join("\n")}`;

const statuses: readonly Status[] = ["met", "mapped", "declined", "planned"];

function countsOf(all: readonly Named[], groups: readonly Group[]): string {
  const row = (name: string, members: readonly Named[]) => {
    const numbers = statuses.map(
      (status) => members.filter(({ ability }) => ability.status === status).length,
    );
    return `| ${[name, members.length, ...numbers].join(" | ")} |`;
  };
  return [
    `| subject | all | ${statuses.join(" | ")} |`,
    `|---|---|${statuses.map(() => "---|").join("")}`,
    row("**all**", all),
    ...groups.map(({ title, members }) => row(`[${title}](#${anchorOf(title)})`, members)),
  ].join("\n");
}

function outcomeOf(ability: Ability, showing: (where: readonly Evidence[]) => string): string {
  switch (ability.status) {
    case "met":
      return [`*Met:* ${showing(ability.where)}.`, ability.note ?? []].flat().join(" ");
    case "mapped":
      return `*Mapped:* ${ability.how} See ${showing(ability.where)}.`;
    case "declined":
      return `*Declined:* ${ability.why}`;
    case "planned":
      return `*Planned:* ${ability.step}.${ability.today === undefined ? "" : ` Today: ${ability.today}`}`;
  }
}

/** Of many tests the page links two files. */
function createShowing({ pages, shown }: Linked): (id: string, where: readonly Evidence[]) => string {
  const headings = new Map(
    pages.flatMap(({ path, text }) =>
      [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => [`${path}#${anchorOf(heading)}`, heading]),
    ),
  );
  const linkTo = (to: Evidence): string => {
    if (!to.includes("#")) return to;
    const heading = headings.get(to);
    if (heading === undefined)
      throw new Error(`The table in tests/cases/abilities links ${to}, which does not exist`);
    return `[${heading}](${posix.relative("docs", to)})`;
  };
  const filesOf = new Map(shown.map(({ id, tests }) => [id, new Set(tests.map(({ path }) => path))]));
  return (id, where) => {
    const files = [...(filesOf.get(id) ?? [])].slice(0, 2);
    const links = [
      ...where.map(linkTo),
      ...files.map((path) => `[${basename(path)}](${posix.relative("docs", path)})`),
    ];
    if (links.length === 0) throw new Error(`Nothing shows ${id}: name a page or a case, or a test after it`);
    return links.join(", ");
  };
}
