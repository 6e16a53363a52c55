// The German texts of the frame: navigation, title bar, banners, palette.
export const frame: Readonly<Record<string, string>> = {};
