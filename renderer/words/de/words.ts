// The German texts of renderer/words: states, rules, modes, lifetimes, figures.
export const words: Readonly<Record<string, string>> = {};
