/** The shape of a page of the site is that of the room `pages`. */
export type { FormRequest, PageRequest, PageResponse, SitePage } from "../../../pages/page.ts";
export type { SiteAsset } from "../../../pages/site-assets.ts";
