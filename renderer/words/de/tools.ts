// The German texts of the screen "tools".
export const tools: Readonly<Record<string, string>> = {};
