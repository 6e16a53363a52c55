// Why a tool is held back.

/** Why a tool of a server is held back: its definition is new or is not the approved one, or the user refused it. */
export const helds = ['new', 'changed', 'refused'] as const;
