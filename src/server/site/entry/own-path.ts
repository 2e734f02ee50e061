/** The path within the site that a link wants to lead to; `/` for anything that might lead elsewhere. */
export function ownPath(given: string | null | undefined): string {
  if (given == null || !/^\/[\x21-\x7e]{0,1000}$/.test(given)) return "/";
  const base = "http://site.invalid";
  const url = URL.parse(given, base);
  if (url?.origin !== base) return "/";
  // `/.//evil.test/` resolves to a path of our own that, written as an address, names another host.
  return url.pathname.startsWith("//") ? "/" : `${url.pathname}${url.search}${url.hash}`;
}
