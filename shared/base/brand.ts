declare const brand: unique symbol

/** A primitive that must not mix with others of the same kind (style: brand the numbers). */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name }
