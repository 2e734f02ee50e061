/** Keeps the values of a label few: the first ones are kept, and all others have one name together. */
export function limitLabels(max: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= max) return "other";
    known.add(value);
    return value;
  };
}
