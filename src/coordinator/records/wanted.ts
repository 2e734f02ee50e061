/**
 * Which files should have which text, derived from the issues. Pure: the current text comes in, the wanted
 * text goes out. There is no list of what was written, since the files themselves show it.
 */

import { formatRef } from "../../protocol/references/ref.ts";
import type { Settings } from "../../protocol/settings/config.ts";
import type { Text } from "../../protocol/text.ts";
import { contractPage, pagesOf, withContract } from "./contract-page.ts";
import type { ContractRecord } from "./contracts.ts";
import type { DecisionRecord } from "./decisions.ts";
import { questionsIn, withRows } from "./decisions-page.ts";
import { trackFile, withTrackPart } from "./track-page.ts";
import type { TrackState } from "./tracks.ts";

/** One file, and how its new text follows from the current text. */
export interface Wanted {
  readonly path: string;
  readonly message: string;
  /** @returns undefined if the file is already right */
  readonly from: (present: string | undefined) => string | undefined;
}

type Render = (text: Text) => string;
type Places = Settings["records"];

/** @param page the current page of decisions: questions with a row in it already have their record */
export function decisionFiles(
  made: readonly DecisionRecord[],
  page: string | undefined,
  places: Places,
  render: Render,
): readonly Wanted[] {
  const known = questionsIn(page ?? "");
  const missing = made.filter(({ question }) => !known.has(question));
  if (missing.length === 0) return [];
  const rows = missing.map((decision) => ({
    question: decision.question,
    line: render({ name: "record-row", data: { ...cells(dataOf(decision)), page: link(decision, places) } }),
  }));
  return [
    ...missing.map((decision) => ({
      path: pathOf(decision, places),
      message: `Record the decision of #${decision.question}`,
      from: (present: string | undefined) =>
        present === undefined
          ? `${render({ name: "record-decision", data: dataOf(decision) })}\n`
          : undefined,
    })),
    {
      path: places.decisions,
      message: `List the decision${rows.length === 1 ? "" : "s"} of ${missing.map(({ question }) => `#${question}`).join(", ")}`,
      from: (present) => withRows(present, rows),
    },
  ];
}

export function trackFiles(tracks: readonly TrackState[], places: Places, render: Render): readonly Wanted[] {
  return tracks.flatMap((state) => {
    const file = trackFile(state.track);
    if (file === undefined) return [];
    const part = render({
      name: "record-track",
      data: { ...state, tasks: state.tasks.map(cells), decisions: state.decisions.map(dataOf) },
    });
    return [
      {
        path: `${places.tracks}/${file}`,
        message: `Bring ${file} up to date`,
        from: (present: string | undefined) => withTrackPart(present, state.track.replace(/\s+/g, " "), part),
      },
    ];
  });
}

export function contractFiles(
  contracts: readonly ContractRecord[],
  places: Places,
  render: Render,
): readonly Wanted[] {
  return [...pagesOf(contracts)].map(([name, record]) => {
    const { contract, issue, version, agreedBy, on } = record;
    const { interface: called, format, definition, tracks = [] } = contract;
    const data = {
      interface: called,
      version,
      format,
      definition,
      agreedBy,
      on,
      contract: formatRef({ number: issue }),
      provider: formatRef(contract.provider),
      consumers: contract.consumers.map(formatRef),
      tracks: tracks.map((track) => `track:${track}`),
    };
    const page = contractPage(record, render({ name: "record-contract", data }));
    return {
      path: `${places.contracts}/${name}.md`,
      // Only the page's name: a commit's message acts on words such as "fixes #1", and an interface may have any name.
      message: `Write version ${version} of ${name}`,
      from: (present: string | undefined) => withContract(present, page),
    };
  });
}

function dataOf(decision: DecisionRecord) {
  return { ...decision, question: `#${decision.question}` };
}

/** A bar ends a table's cell, even in code. */
function cells<T extends { readonly title: string }>(line: T): T {
  return { ...line, title: line.title.replaceAll("|", "/") };
}

function pathOf({ question }: DecisionRecord, { pages }: Places): string {
  return `${pages}/question-${question}.md`;
}

/** The question whose decision our page records; undefined for any other file. */
export function questionOf(path: string, { pages }: Pick<Places, "pages">): number | undefined {
  const [, digits] = /^question-(\d{1,9})\.md$/.exec(path.slice(pages.length + 1)) ?? [];
  return digits !== undefined && path.startsWith(`${pages}/`) ? Number(digits) : undefined;
}

/** The link from the decisions page to the record of a decision. */
function link(decision: DecisionRecord, places: Places): string {
  const up = places.decisions
    .split("/")
    .slice(0, -1)
    .map(() => "../");
  return `${up.join("")}${pathOf(decision, places)}`;
}
