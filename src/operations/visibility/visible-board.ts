/**
 * The board as one reader may see it: repositories that GitHub does not list to them do not exist, and what leads
 * there says so without a name. Every door but that of the data folder's owner goes through it.
 */
import type { Millis } from "../../base/clock.ts";
import { knownAmong } from "../../base/node-id.ts";
import { fingerprint } from "../../engine/messages/fingerprint.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";
import type { RepositoryName } from "../../protocol/references/ref.ts";
import type { ListFilter } from "../board/list-filter.ts";
import type { SpaceFilter } from "../board/space-card.ts";
import type { TaskFilter, TrackFilter } from "../board/task-columns.ts";
import type { GuidesWanted } from "../brief/guide-board.ts";
import type { ChangeQuery } from "../changes/change-board.ts";
import type { FigureQuery } from "../figures/figures-board.ts";
import type { GraphQuery } from "../graph/graph-board.ts";
import type { NoteQuery } from "../notes/note-board.ts";
import type { Board, ReadyFilter, Served } from "../ports.ts";
import type { TimelineQuery } from "../timeline/timeline-board.ts";
import { type Hiding, hideElsewhere } from "./hide-elsewhere.ts";
import { hideInGraph } from "./hide-in-graph.ts";
import { elsewhere } from "./hide-in-text.ts";

type Page = Pick<ReadyFilter, "repository" | "limit" | "among">;

export interface Seen {
  readonly board: Board;
  /** For what comes from elsewhere than the board. */
  readonly hide: Hiding["value"];
}

/** @param visible node IDs, in either format, of the repositories that GitHub lists to the reader */
export async function visibleBoard(board: Board, visible: ReadonlySet<RepositoryId>): Promise<Board> {
  return (await seenThrough(board, visible)).board;
}

/** @param visible as for `visibleBoard` */
export async function seenThrough(board: Board, visible: ReadonlySet<RepositoryId>): Promise<Seen> {
  const all = await board.repositories();
  const shown = knownAmong(
    visible,
    all.map(({ id }) => id),
  );
  const hidden = all.filter(({ id }) => !shown.has(id));
  // The board finds a repository by its name, and another one may have taken the name since.
  const taken = new Set(hidden.map(keyOf));
  const served = all.filter((home) => shown.has(home.id) && !taken.has(keyOf(home)));
  const hiding = hideElsewhere(hidden, served);
  return { board: new VisibleBoard(board, served, hiding), hide: hiding.value };
}

function keyOf({ owner, repo }: RepositoryName): string {
  return `${owner}/${repo}`.toLowerCase();
}

class VisibleBoard implements Board {
  readonly #board: Board;
  readonly #served: readonly Served[];
  readonly #among: readonly RepositoryId[];
  /** The same for all readers of the same repositories. */
  readonly #sight: string;
  readonly #hide: Hiding["value"];
  /** Operations learn ids of issues from cards alone. */
  readonly #shown = new Set<NodeId>();

  constructor(board: Board, served: readonly Served[], { value }: Hiding) {
    this.#board = board;
    this.#served = served;
    this.#among = served.map(({ id }) => id);
    this.#sight = fingerprint(this.#among.toSorted().join(" "));
    this.#hide = value;
  }

  async ready(filter: ReadyFilter) {
    return this.#listed(await this.#board.ready(this.#within(filter)));
  }

  async list(filter: ListFilter) {
    return this.#listed(await this.#board.list(this.#within(filter)));
  }

  async spaces(filter: SpaceFilter) {
    return this.#listed(await this.#board.spaces(this.#within(filter)));
  }

  async tasks(filter: TaskFilter) {
    const columns = await this.#board.tasks(this.#within(filter));
    for (const { cards } of columns) this.#listed(cards);
    return this.#hide(columns);
  }

  async tracks(filter: TrackFilter) {
    return this.#hide(await this.#board.tracks(this.#within(filter)));
  }

  async escalations(filter: Page) {
    return this.#listed(await this.#board.escalations(this.#within(filter)));
  }

  async questions(filter: Page) {
    return this.#listed(await this.#board.questions(this.#within(filter)));
  }

  async card(owner: string, repo: string, number: number) {
    if (!this.#isServed({ owner, repo })) return undefined;
    const card = await this.#board.card(owner, repo, number);
    if (card !== undefined) this.#shown.add(card.id);
    return this.#hide(card);
  }

  async whyNotClaim(id: NodeId, agent: string) {
    if (!this.#shown.has(id)) return { because: "the index does not show it", fault: "task" as const };
    return this.#hide(await this.#board.whyNotClaim(id, agent));
  }

  async sentBefore(place: RepositoryName, author: NodeId, id: string) {
    return this.#isServed(place) ? this.#board.sentBefore(place, author, id) : undefined;
  }

  async brief(id: NodeId) {
    return this.#ofShown(id, () => this.#board.brief(id));
  }

  async guides(repositoryId: RepositoryId, wanted: GuidesWanted) {
    return this.#has(repositoryId) ? this.#hide(await this.#board.guides(repositoryId, wanted)) : {};
  }

  async reported(id: NodeId) {
    return this.#ofShown(id, () => this.#board.reported(id));
  }

  async commandSeen(id: NodeId, comment: NodeId) {
    return this.#ofShown(id, () => this.#board.commandSeen(id, comment));
  }

  async proposalOf(id: NodeId) {
    return this.#ofShown(id, () => this.#board.proposalOf(id));
  }

  async graph(query: GraphQuery) {
    if (query.around !== undefined && !this.#shown.has(query.around.id))
      return { nodes: [], edges: [], isCut: false };
    const graph = await this.#board.graph(this.#within(query));
    return this.#hide(hideInGraph(graph, (node) => this.#isServed(node)));
  }

  async timeline(query: TimelineQuery) {
    if (query.issue !== undefined && !this.#shown.has(query.issue)) return { entries: [], next: undefined };
    return this.#hide(await this.#board.timeline(this.#within(query)));
  }

  async ledgerOf(id: NodeId, limit: number) {
    return this.#shown.has(id) ? this.#hide(await this.#board.ledgerOf(id, limit)) : [];
  }

  async repositories() {
    return this.#served;
  }

  async paused(now: Millis) {
    return (await this.#board.paused(now)).filter(({ id }) => this.#has(id));
  }

  async openStarts() {
    return (await this.#board.openStarts()).filter(({ issue }) => this.#isServed(issue));
  }

  async lockTable(repositoryId: RepositoryId) {
    if (!this.#has(repositoryId)) return { tasks: [], open: [] };
    return this.#hide(await this.#board.lockTable(repositoryId));
  }

  async hasFilesInUse(id: NodeId, agent: string, now: Millis) {
    return this.#shown.has(id) && this.#board.hasFilesInUse(id, agent, now);
  }

  async agents(repositoryId: RepositoryId) {
    return this.#has(repositoryId) ? this.#hide(await this.#board.agents(repositoryId)) : [];
  }

  /** What an agent says it does may be about any repository, so it is left out. */
  async atWork(repositoryId: RepositoryId, now: Millis) {
    if (!this.#has(repositoryId)) return new Map<string, never>();
    const found = await this.#board.atWork(repositoryId, now);
    return new Map([...found].map(([agent, work]) => [agent, { ...work, doing: undefined }]));
  }

  /** What a note says of an issue elsewhere may be the words of that issue, so it is left out with the name. */
  async notes(query: NoteQuery) {
    const page = await this.#board.notes({ ...query, among: this.#among });
    const notes = page.notes.map((note) => {
      const shown = this.#hide(note);
      const isChanged = [note.text, ...note.refs].join("\n") !== [shown.text, ...shown.refs].join("\n");
      return isChanged ? { ...shown, text: `It is about ${elsewhere}.` } : shown;
    });
    return { ...this.#hide(page), notes };
  }

  /**
   * A page may come out shorter than its limit, or empty; its place still says what has been read. A reader who could
   * see other repositories at the place given gets everything again: what is out of sight now is not gone from the index.
   */
  async changes({ after: given, ...query }: ChangeQuery) {
    const isOtherSight = given !== undefined && given.sight !== this.#sight;
    const after = given === undefined || isOtherSight ? undefined : { ...given, sight: undefined };
    const page = await this.#board.changes(this.#within({ ...query, after }));
    return this.#hide({
      ...page,
      place: { ...page.place, sight: this.#sight },
      isReset: page.isReset || isOtherSight,
      gone: page.gone.filter((gone) => this.#isServed(gone)),
      cards: page.cards.filter((card) => this.#isServed(card)),
      lines: page.lines.filter(({ repository, issue }) => {
        const place = issue ?? repository;
        return place !== undefined && this.#isServed(place);
      }),
    });
  }

  async changesEnd() {
    return { ...(await this.#board.changesEnd(this.#among)), sight: this.#sight };
  }

  async figures(query: FigureQuery) {
    return this.#board.figures(this.#within(query));
  }

  readAt() {
    return this.#board.readAt();
  }

  version() {
    return this.#board.version();
  }

  #within<F extends { readonly among?: readonly RepositoryId[] | undefined }>(filter: F): F {
    return { ...filter, among: this.#among };
  }

  #listed<C extends { readonly id: NodeId }>(cards: readonly C[]): readonly C[] {
    for (const { id } of cards) this.#shown.add(id);
    return this.#hide(cards);
  }

  async #ofShown<T>(id: NodeId, read: () => Promise<T | undefined>): Promise<T | undefined> {
    return this.#shown.has(id) ? this.#hide(await read()) : undefined;
  }

  #has(repositoryId: RepositoryId): boolean {
    return this.#among.includes(repositoryId);
  }

  #isServed(place: RepositoryName): boolean {
    return this.#served.some((home) => keyOf(home) === keyOf(place));
  }
}
