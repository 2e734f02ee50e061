/** What a client gave, before it is checked. */
export type Given = Readonly<Record<string, unknown>>;
