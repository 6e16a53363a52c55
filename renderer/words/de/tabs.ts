// The German texts of the screen "tabs".
export const tabs: Readonly<Record<string, string>> = {};
