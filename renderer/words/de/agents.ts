// The German texts of the screen "agents".
export const agents: Readonly<Record<string, string>> = {};
