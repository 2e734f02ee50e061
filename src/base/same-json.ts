/** Equality of what `JSON.stringify` writes, in any order of keys: a property that is undefined is absent. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (!keys.every((key) => isSameJson(a[key], b[key]))) return false;
  return Object.keys(b).every((key) => a[key] !== undefined || b[key] === undefined);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
