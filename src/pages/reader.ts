/** Who reads the pages. */
export type Reader =
  /** The owner of the data folder, who sees everything and writes nothing here. */
  { readonly type: "owner" } | { readonly type: "person"; readonly login: string };
