/** The edition of what is being written: `markChanged` makes it the index's version, in the same transaction. */
export const nextEdition = "(SELECT number + 1 FROM version)";
