// The German texts of the screen "servers".
export const servers: Readonly<Record<string, string>> = {};
