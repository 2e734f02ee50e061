/** Types that keep apart ids of different things which are all strings or numbers. */

declare const brand: unique symbol;

/**
 * A `T` that is known to be a `Name`. A plain `T` is accepted as one, so that literals and parsed values need
 * no cast; a `T` with a different name is not, so that a repository's id cannot pass for an issue's.
 */
export type Branded<T, Name extends string> = T & { readonly [brand]?: Name };
