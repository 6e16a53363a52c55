// The languages that a person may choose. A file of its own, so that the panel's first lines need no schemas.

/** `system` follows the system. */
export const languageChoices = ['system', 'en', 'de'] as const;
export type LanguageChoice = (typeof languageChoices)[number];
