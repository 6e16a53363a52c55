// What agents are told of the shortcuts that the user saved in the panel.
import { hubError } from '../../../words/hub-error.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';
import type { Shortcut } from '../../../contract/schemas/shortcuts.ts';
import type { ShortcutRegistry } from '../tools/shortcut-registry.ts';

export function listedShortcuts(shortcuts: Pick<ShortcutRegistry, 'list'>) {
  return shortcuts
    .list()
    .map(({ id, command, description, content: { kind } }) => ({ id, command, description, kind }));
}

/** The extension's own list, and after it the user's shortcuts here where there are some. */
export function withOwnShortcuts(result: ToolResult, shortcuts: Pick<ShortcutRegistry, 'list'>): ToolResult {
  const own = listedShortcuts(shortcuts);
  if (own.length === 0) return result;
  return { ...result, content: [...result.content, { type: 'text', text: JSON.stringify(own) }] };
}

/** A prompt with whose words it is; of a list of actions what it consists of, which whoever makes them one by one answers. Throws HubError. */
export function shortcutText(
  shortcuts: Pick<ShortcutRegistry, 'find' | 'list'>,
  args: Readonly<Record<string, unknown>>,
): string {
  const shortcut = shortcuts.find(args);
  if (!shortcut) {
    const found = JSON.stringify(args.shortcutId ?? args.command)?.slice(0, 100) ?? 'without shortcutId and command';
    const known = shortcuts.list().map(({ command }) => command);
    throw hubError('ERR_INVALID_ARGUMENTS', {
      kind: 'no-shortcut',
      found,
      known: known.join(', ').slice(0, mostKnownChars),
    });
  }
  return saidOf(shortcut);
}

const mostKnownChars = 2_000;

function saidOf({ command, content }: Shortcut): string {
  if (content.kind === 'prompt')
    return `The user saved these instructions in Pilothouse as the shortcut ${command}. They are the user's own words for what you do now:\n\n${content.text}`;
  const names = content.actions.map(({ name }) => name).join(', ');
  return `The user's shortcut ${command} has ${content.actions.length === 1 ? '1 action' : `${content.actions.length} actions`}: ${names}.`;
}
