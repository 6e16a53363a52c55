// The German texts of the parts that screens share.
export const parts: Readonly<Record<string, string>> = {};
