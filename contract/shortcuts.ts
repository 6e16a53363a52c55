// Shortcuts: what the user saves for agents under a command. How a command is written, and how large a shortcut may be.

export const maxShortcuts = 200;
export const maxShortcutDescription = 300;
export const maxPromptChars = 20_000;
export const maxShortcutActions = 50;
/** Of all actions of a shortcut together, as JSON. */
export const maxActionsChars = 50_000;

/** A slash, then letters, digits, `-` and `_`; it begins with a letter or a digit. */
export const commandPattern = /^\/[\p{L}\p{N}][\p{L}\p{N}_-]{0,39}$/u;

/** As it is kept: with its slash, also where it was typed without one. */
export function commandOf(typed: string): string {
  const text = typed.trim().normalize('NFC');
  return text.startsWith('/') ? text : `/${text}`;
}

/** Equal for commands that mean the same shortcut: agents know a command without its slash too, and write it as they like. */
export function commandKey(typed: string): string {
  return commandOf(typed).toLowerCase();
}

/** They make calls themselves, so none of them is an action of a shortcut. */
export const composedTools: readonly string[] = ['browser_batch', 'shortcuts_execute'];
