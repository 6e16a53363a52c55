// The German texts of the sentences that renderer/store and renderer/link make.
export const store: Readonly<Record<string, string>> = {};
