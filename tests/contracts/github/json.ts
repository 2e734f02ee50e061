/** JSON in the shape of the published descriptions. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @throws if there is no object at the end of the keys */
export function objectAt(value: Json | undefined, ...keys: readonly string[]): JsonObject {
  let at = value;
  for (const key of keys) at = isObject(at) ? at[key] : undefined;
  if (!isObject(at)) throw new Error(`The description has no ${keys.join(" › ")}.`);
  return at;
}
