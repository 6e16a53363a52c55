// Agents' configurations: words that the hub, the panel and the command line share.

/** An agent comes by a program that it starts, or by an address with a token. */
export const connectHows = ['stdio', 'http'] as const;
export type ConnectHow = (typeof connectHows)[number];

/** When a program takes notice of its changed file. */
export const afterChanges = ['reads-itself', 'new-session', 'restart'] as const;
export type AfterChange = (typeof afterChanges)[number];

/** The name of our entry, in every program. */
export const entryName = 'pilothouse';

/** The variable that holds a token where a file only names one. */
export const tokenVariable = 'PILOTHOUSE_TOKEN';
