/** `/figures`. */

import { figuresOutput } from "../../operations/figures/figures-shape.ts";
import { metrics } from "../../operations/figures/metrics.ts";
import { figuresPage, figuresPath, weekChoices } from "../figures.ts";
import type { SitePage } from "../page.ts";
import { valueIn } from "../parts/fields.ts";
import type { FrameOf } from "./frame-of.ts";

const usualWeeks = 12;
const maxRepositories = 200;

export function figuresAt(frameOf: FrameOf): SitePage {
  return {
    path: figuresPath,
    get: async (request) => {
      const { ports, url } = request;
      const wanted = Number(url.searchParams.get("weeks"));
      const weeks = weekChoices.find((each) => each === wanted) ?? usualWeeks;
      const repo = valueIn(url.searchParams, "repo");
      const { output } = await metrics.run(ports, { weeks, ...(repo === undefined ? {} : { repo }) });
      const served = await ports.board.repositories();
      const repositories = served.slice(0, maxRepositories).map((each) => `${each.owner}/${each.repo}`);
      const view = { figures: figuresOutput.parse(output), repo, weeks, repositories };
      return { type: "page", html: figuresPage(view, await frameOf(request)) };
    },
  };
}
