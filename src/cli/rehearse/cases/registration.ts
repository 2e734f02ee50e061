/** What GitHub made of the App's manifest. */
import { NotAsked } from "../not-asked.ts";
import type { RehearsalCase } from "../rehearsal-case.ts";

export const registrationCases: readonly RehearsalCase[] = [
  {
    id: "registration.granted",
    question: "Which events and permissions has an App that `setup --rehearsal` registered?",
    creations: 0,
    observe: async ({ options: { appItself } }) => {
      const { body } = await appItself.rest("GET /app");
      const permissions = Object.entries<string>(body.permissions).toSorted(([one], [other]) =>
        one.localeCompare(other),
      );
      return { events: body.events.toSorted(), permissions: Object.fromEntries(permissions) };
    },
  },
  {
    id: "registration.inactive",
    question: "May an App ask for events whose webhook is not active, as one that polls does?",
    creations: 0,
    assumed: { answer: "registered" },
    observe: async (side) => {
      const { waitForPerson } = side.options;
      if (waitForPerson === undefined) throw new NotAsked("Nobody is at the terminal.");
      const answer = await waitForPerson(
        "In another terminal, run `signalbox setup --name NAME --out FILE` without --url, and delete that App afterwards. If GitHub refused it, type its words here.",
      );
      return { answer: answer === "" ? "registered" : side.scrub(answer) };
    },
  },
];
