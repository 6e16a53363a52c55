// What each kind of extension cannot do: the one table of it. What is not in it, an extension takes, or says itself what it lacks of it.
import { methodOf } from '../../../native-host/dialects/claude/claude-methods.ts';
import { foreignExtension } from './foreign/foreign-extensions.ts';
import type { Browser } from '../../../contract/schemas/entities.ts';
import type { ForeignExtension } from './foreign/foreign-extensions.ts';

type Kind = `companion in ${Browser['family']}` | ForeignExtension['wire'];

/** Shortcuts are kept by the extensions of spec 001 themselves, beside those of the hub. */
const ofClaude = ['shortcuts_list', 'shortcuts_execute'] as const;

const lacks: Readonly<Record<Kind, readonly string[]>> = {
  'companion in chromium': ofClaude,
  // A page waits for the answer to its dialog, and nothing of a WebExtension there is asked meanwhile.
  'companion in firefox': [...ofClaude, 'handle_dialog'],
  // Neither generation of its clients lists it, and spec 004 does not name it.
  'claude-frames': ['handle_dialog'],
  claudezilla: [...ofClaude, 'gif_creator', 'upload_image', 'file_upload', 'handle_dialog'],
};

function kindOf({ extensionId, family }: Pick<Browser, 'extensionId' | 'family'>): Kind {
  return foreignExtension(extensionId)?.wire ?? `companion in ${family}`;
}

/** Whether its extension has a counterpart of the browser's tool of that name. */
export function canDo(browser: Pick<Browser, 'extensionId' | 'family'>, tool: string): boolean {
  const kind = kindOf(browser);
  // A method goes as it is to whoever speaks the wire that it came by.
  return methodOf(tool) === null ? !lacks[kind].includes(tool) : kind === 'claude-frames';
}
