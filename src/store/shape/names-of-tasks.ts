/** How moments name the tasks that they are about. A task of the same repository may be named with the repository or without. */
import type { Moment } from "../../engine/measures/moment.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";

/** What is about a task is found by this name; everything else that a moment is about is an issue's id. */
const taskNamed = /^([^#]+)(#\d+)$/;

interface NamesOfTasks {
  readonly isKnown: (moment: Moment) => boolean;
  /** With the one name that the task has here. */
  readonly withId: (moment: Moment) => Moment;
  /** All that a task is called in the index. */
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
