// Choices that only the desktop app has.

/** What closing the window does while a tray can bring it back. */
export const closings = ['hide', 'quit'] as const;

/** What the panel and the shell around it speak; `system` follows the system. */
export const languageChoices = ['system', 'en', 'de'] as const;
