/**
 * The GraphQL points that thirty agents take in an hour, or in several, of the 5,000 that an installation has an hour. Each
 * finishes four tasks an hour, asks a person one question about each, and hands it over. Tasks for eight hours are open from
 * the start, as sweeps look at open issues. The hours are simulated: only requests are measured.
 */
import { join } from "node:path";
import { jumpingClock } from "../../support/jumping-clock.ts";
import type { Figure } from "../figure.ts";
import type { Run } from "../part.ts";
import { pointsOfAll, type RecordedRequest } from "../recorded-requests.ts";
import { answerText, ask } from "../story.ts";
import { type CrewBus, crewOf, startCrewBus } from "./crew-bus.ts";
import { claimTask, finishTask } from "./crew-work.ts";

const hourMs = 3_600_000;
const tasksAnHour = 4;
/** https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api#primary-rate-limit */
const pointsAnHour = 5_000;
/** The least that GitHub gives an installation for REST. */
const restAnHour = 5_000;
const largestShare = 40;

/** How many hours' worth of tasks are open at the start. */
const hoursOfTasks = 8;

export async function countPointsOfAShift(run: Run): Promise<readonly Figure[]> {
  const { isQuick, hours = 1, folder, progress } = run;
  const agents = isQuick ? 2 : 30;
  const perHour = agents * tasksAnHour;
  const clock = jumpingClock();
  const bus = await startCrewBus(join(folder, "shift"), {
    crew: crewOf(agents, agents),
    tasks: perHour * Math.max(hours, hoursOfTasks) + 1,
    settings: "leases: { parallel: 4 }\n",
    clock,
  });
  const pause = async (): Promise<void> => {
    clock.advance(hourMs / perHour / 3);
    await bus.settled();
  };
  // The first task is not counted: its list of changes shows what was written when the repository was set up.
  await workOnTask(bus, 0, pause);
  bus.proxy.take();
  const byHour: (readonly RecordedRequest[])[] = [];
  for (let hour = 1; hour <= hours; hour++) {
    for (let done = 1; done <= perHour; done++) await workOnTask(bus, done % agents, pause);
    const requests = bus.proxy.take();
    byHour.push(requests);
    progress(`hour ${hour} of ${hours}: ${pointsOfAll(requests)} points`);
  }
  await bus.close();
  return figuresOfShift(byHour, agents, perHour);
}

/** Claims a task, asks about it, is answered, and hands it over, with a pause after each. */
async function workOnTask(bus: CrewBus, place: number, pause: () => Promise<void>): Promise<void> {
  const claimed = await claimTask(bus, place);
  const question = await ask(bus.as(`crew-${place}`), claimed.issue);
  await bus.settled();
  await pause();
  await bus.as("maria").comment(question, answerText);
  await bus.settled();
  await pause();
  await finishTask(bus, place, claimed);
  await pause();
}

function figuresOfShift(
  byHour: readonly (readonly RecordedRequest[])[],
  agents: number,
  perHour: number,
): readonly Figure[] {
  const points = byHour.map(pointsOfAll);
  const rest = byHour.map((requests) => requests.filter(({ graphql }) => graphql === undefined).length);
  const length = byHour.length === 1 ? "an hour" : `${byHour.length} hours`;
  const named = (name: string): string => `${agents} agents, ${length}: ${name}`;
  const sum = (each: readonly number[]): number => each.reduce((all, one) => all + one, 0);
  const share = (each: readonly number[], of: number): number => (Math.max(...each) / of) * 100;
  const bySpender = [...Map.groupBy(byHour.flat(), ({ what, graphql }) => (graphql ? what : "REST"))]
    .filter(([what]) => what !== "REST")
    .map(([what, requests]) => [what, pointsOfAll(requests)] as const)
    .toSorted(([, a], [, b]) => b - a);
  return [
    {
      name: named("percent of 5,000 GraphQL points, worst hour"),
      value: share(points, pointsAnHour),
      unit: "",
      target: { atMost: largestShare },
    },
    { name: named("percent of 5,000 REST requests, worst hour"), value: share(rest, restAnHour), unit: "" },
    { name: named("GraphQL points an hour, worst"), value: Math.max(...points), unit: "" },
    { name: named("GraphQL points a task"), value: sum(points) / byHour.length / perHour, unit: "" },
    { name: named("REST requests a task"), value: sum(rest) / byHour.length / perHour, unit: "" },
    ...bySpender.map(
      ([what, taken]): Figure => ({ name: `  points: ${what}`, value: taken / byHour.length, unit: "" }),
    ),
  ];
}
