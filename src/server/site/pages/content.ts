/** The pages and assets that the site serves. */
import type { ServerStatus } from "../../../pages/parts/status-data.ts";
import type { TokenActions } from "../../../pages/parts/token-actions.ts";
import { readAssets } from "../../../pages/site-assets.ts";
import { sitePages } from "../../../pages/site-pages.ts";
import { signInPath } from "../sign-in/paths.ts";
import { changesPath } from "../streams/streams.ts";
import type { SiteAsset, SitePage } from "./page.ts";

export interface SiteContent {
  readonly pages: readonly SitePage[];
  readonly assets: readonly SiteAsset[];
}

/** @param githubPages root of GitHub's pages; undefined if it has none */
export function siteContent(
  githubPages: string | undefined,
  tokens: TokenActions,
  status: () => Promise<ServerStatus>,
): SiteContent {
  return {
    pages: sitePages({ signInPath, githubPages, changes: `${changesPath}?since=now` }, tokens, status),
    assets: readAssets(),
  };
}
