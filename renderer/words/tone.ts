// The seven statuses: each is a colour, a shape and a word, and the first two are named here.

export const tones = ['running', 'attention', 'crashed', 'waiting', 'paused', 'orphaned', 'stopped'] as const;
export type Tone = (typeof tones)[number];
