// The German texts of the screen "overview".
export const overview: Readonly<Record<string, string>> = {};
