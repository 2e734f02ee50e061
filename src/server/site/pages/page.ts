/** The shape of a page of the site is that of the room `pages`. */
export type { PageRequest, PageResponse, SitePage } from "../../../pages/page.ts";
export type { SiteAsset } from "../../../pages/site-assets.ts";
