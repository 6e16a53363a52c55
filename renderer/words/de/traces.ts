// The German texts of the screen "traces".
export const traces: Readonly<Record<string, string>> = {};
