/** What the page of one issue is made from. */
import type { z } from "zod";
import type { explainOutput } from "../../operations/explain.ts";

export type Explained = z.output<typeof explainOutput>;
export type IssueCard = Explained["card"];
