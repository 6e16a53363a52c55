// Tabs that were loaded again where nobody sees them: Chromium gives them neither a size nor a picture before they are shown.

/** They have a size of ours until then. */
export const unseenTabs = new Set<number>();
