/** How long GitHub may take to show what was written: until then, absence from a read proves nothing. */
export const visibilityMs = 30_000;
