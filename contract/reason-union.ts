// From a table of codes with their facts to the union of them, with as few members as it can have.

/** Those without facts. */
type BareKind<Table> = { [K in keyof Table]: keyof Table[K] extends never ? K : never }[keyof Table];

/** Facts that are a text wherever they stand alone, but in these two. */
type TextFact = 'address' | 'browser' | 'file' | 'folder' | 'found' | 'name' | 'path' | 'provider' | 'server';
type OrNullKind = 'address-taken' | 'claim-no-file';

/** By the name of their only fact. Asked for by names alone, because what the facts are leads back to the union. */
type TextKinds<Table> = {
  [F in TextFact]: {
    [K in keyof Table]: [keyof Table[K], F] extends [F, keyof Table[K]] ? Exclude<K, OrNullKind> : never;
  }[keyof Table];
};
type TextMember<Table> = {
  [F in TextFact]: { readonly kind: TextKinds<Table>[F] } & { readonly [G in F]: string };
}[TextFact];

/** Those of these kinds, as a member each. */
export type MembersOf<Table, Kinds extends keyof Table> = {
  [K in Kinds]: { readonly kind: K } & Readonly<Table[K]>;
}[Kinds];

/**
 * Those without facts share a member, and those with the same text as their only fact: where values of two places meet, as in
 * `known ? bare : reason`, the compiler compares each member with each, and gives up from a thousand on (TS2590).
 */
export type UnionOf<Table> =
  | MembersOf<Table, Exclude<keyof Table, BareKind<Table> | TextKinds<Table>[TextFact]>>
  | TextMember<Table>
  | { readonly kind: BareKind<Table> };
