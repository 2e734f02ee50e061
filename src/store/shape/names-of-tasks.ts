/** Resolves the names of tasks in moments. A task of the same repository may be named with or without the repository. */
import type { Moment } from "../../engine/measures/moment.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";

/** The name of a task; anything else in this column is an issue's id. */
const taskNamed = /^([^#]+)(#\d+)$/;

interface NamesOfTasks {
  readonly isKnown: (moment: Moment) => boolean;
  /** Replaces the name by the normalised one. */
  readonly withId: (moment: Moment) => Moment;
  /** All names of a task in the index. */
  readonly spellings: (name: string) => readonly string[];
}

/** @param homes by name, in lower case: `acme/web` */
export function namesOfTasks(homes: ReadonlyMap<string, RepositoryId>): NamesOfTasks {
  const names = new Map([...homes].map(([name, id]) => [id, name]));
  return {
    isKnown: ({ repositoryId }) => names.has(repositoryId),
    withId: (moment) => {
      if (moment.about?.includes("/") !== true) return moment;
      const [, place = "", number = ""] = taskNamed.exec(moment.about) ?? [];
      const id = homes.get(place);
      return id === undefined ? moment : { ...moment, about: `${id}${number}` };
    },
    spellings: (name) => {
      const [, place = "", number = ""] = taskNamed.exec(name) ?? [];
      const named = names.get(place);
      return named === undefined ? [name] : [name, `${named}${number}`];
    },
  };
}
