/** The walk through milestones, requested reviewers and pins. */
import { makeBranch } from "./pulls.ts";
import type { Walk } from "./walk.ts";

const demo = "/repos/acme/demo";

export async function walkPlanning(walk: Walk): Promise<void> {
  const milestones = `${demo}/milestones`;
  await walk("alice", `POST ${milestones}`, 201, {
    title: "Walk",
    description: "Far",
    due_on: "2027-01-01T08:00:00Z",
  });
  await walk("alice", `POST ${milestones}`, 422, { title: "Walk" });
  await walk("mallory", `POST ${milestones}`, 403, { title: "Mine" });
  await walk("alice", `GET ${milestones}?state=all`, 200);
  await walk("alice", `GET ${milestones}/1`, 200);
  await walk("alice", `GET ${milestones}/99`, 404);
  const input = { title: "Planned", milestone: 1, labels: ["bug"] };
  const { number } = await walk("alice", `POST ${demo}/issues`, 201, input);
  await walk("alice", `GET ${milestones}/1/labels`, 200);
  await walk("alice", `PATCH ${demo}/issues/${number}`, 200, { milestone: null });
  await walk("alice", `PATCH ${demo}/issues/${number}`, 200, { milestone: 1 });
  await walk("alice", `GET ${demo}/issues/${number}/timeline`, 200);
  await walk("alice", `GET ${demo}/issues/${number}/events`, 200);
  await walk("alice", `PATCH ${milestones}/1`, 200, { title: "Walked", state: "closed" });
  await walk("alice", `PATCH ${milestones}/1`, 200, { state: "open" });
  await walk("alice", `DELETE ${milestones}/1`, 204);
  await makeBranch(walk, "walk-reviewed");
  const offer = { title: "Reviewed", head: "walk-reviewed", base: "main" };
  const pull = `${demo}/pulls/${(await walk("alice", `POST ${demo}/pulls`, 201, offer)).number}`;
  await walk("alice", `POST ${pull}/requested_reviewers`, 201, { reviewers: ["bob"] });
  await walk("alice", `POST ${pull}/requested_reviewers`, 422, { reviewers: ["mallory"] });
  await walk("alice", `GET ${pull}/requested_reviewers`, 200);
  await walk("alice", `GET ${pull}`, 200);
  await walk("alice", `DELETE ${pull}/requested_reviewers`, 200, { reviewers: ["bob"] });
  await walk("alice", `GET ${pull.replace("/pulls/", "/issues/")}/timeline`, 200);
  await walk("alice", `PATCH ${pull}`, 200, { state: "closed" });
}
