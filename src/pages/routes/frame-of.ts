/** What every page is told of the request that it answers. */
import type { FullRef } from "../../protocol/references/ref.ts";
import { withQuery } from "../addresses.ts";
import type { Frame } from "../frame.ts";
import type { PageRequest } from "../page.ts";
import { decisionsIn } from "./decisions-in.ts";

export interface FrameOptions {
  /** Where readers sign in as a person. */
  readonly signInPath: string;
  /** The event stream that says when something changed; undefined if there is none. */
  readonly changes: string | undefined;
  /** Root of GitHub's pages; undefined if it has none. */
  readonly githubPages: string | undefined;
}

/** @param waiting how many decisions wait, if the page has counted them: reading them takes a fifth of its time */
export type FrameOf = (request: PageRequest, waiting?: number) => Promise<Frame>;

export function createFrameOf({ signInPath, changes, githubPages }: FrameOptions): FrameOf {
  const githubPage = ({ owner, repo, number }: FullRef): string | undefined =>
    githubPages && `${githubPages}/${owner}/${repo}/issues/${number}`;
  return async ({ ports, caller, formToken, url, theme }, waiting) => {
    const address = `${url.pathname}${url.search}`;
    return {
      viewer: caller,
      formToken,
      theme,
      changes,
      address,
      githubPage,
      signIn: caller.type === "owner" ? withQuery(signInPath, { to: address }) : undefined,
      now: ports.clock.now(),
      reading: await ports.reading?.(),
      paused: await ports.board.paused(ports.clock.now()),
      waiting: waiting ?? (await decisionsIn(ports)).length,
    };
  };
}
