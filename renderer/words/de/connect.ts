// The German texts of the screen "connect".
export const connect: Readonly<Record<string, string>> = {};
