/** The list of pages and assets that the site serves. A new page is one file and one line here. */
import type { SiteAsset, SitePage } from "./page.ts";

export const pages: readonly SitePage[] = [];

export const assets: readonly SiteAsset[] = [];
