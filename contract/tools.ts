// Why a tool is held back.

/** Why a tool of a server is held back: its definition is new or is not the approved one, or the user refused it. */
export const helds = ['new', 'changed', 'refused'] as const;

/** Of JSON in English, as the tokenisers of today's models cut it: about this many bytes make a token. */
const bytesPerToken = 4;

/** An estimate, and named as one wherever it is shown. */
export function estimatedTokens(bytes: number): number {
  return Math.round(bytes / bytesPerToken);
}
