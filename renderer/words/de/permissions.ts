// The German texts of the screen "permissions".
export const permissions: Readonly<Record<string, string>> = {};
