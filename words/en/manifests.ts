// What is said of native messaging manifests, in English.
import type { ManifestReasons, Reason } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const again = { read: 'try again', write: 'switch on again', remove: 'switch off again' } as const;

const undone = (verb: keyof typeof again) =>
  verb === 'write' ? '{place} was not replaced' : '{place} was not given back';

export const manifestWords: Words<ManifestReasons> = {
  'manifest-failed': ({ verb, why }) => `Could not ${verb} {place}: {why}. ${remedyOf(why)}, then ${again[verb]}.`,
  'manifest-not-kept': ({ verb }) =>
    `${undone(verb)}, because no copy could be kept: {why}. Remove the cause, then ${again[verb]}.`,
  'manifest-copy-fault': ({ verb }) => `${undone(verb)}: {why}. Move that away, then ${again[verb]}.`,
  'copy-folder-is-link': '{path} is a symbolic link, in which no copy is kept',
  'copy-not-there': 'the copy is not there after it was written',
  'copy-changed': 'the copy {path} is not what was kept',
  'not-as-put-back': 'it does not hold what was just put back',
  'key-holds-no-text': 'it holds no text',
  'file-in-the-way': '{path} is a file, not a folder',
  'folder-in-the-way': 'it is a folder, not a file',
  'disk-read-only': 'the disk is read-only',
  'disk-full': 'the disk is full',
  'no-right': ({ verb, folder }) => `{user} has no right to ${verb} ${folder === null ? 'it' : 'in {folder}'}`,
  'place-of-user': ({ what, owner }) => `the ${what} belongs to ${owner === 0 ? 'root' : 'user {owner}'}`,

  'relay-not-read': 'Could not read the relay {file}: {why}. Build Pilothouse, then start again.',
  'launcher-not-written': ({ why }) =>
    `Could not write {path}: {why}. ${why.kind === 'file-in-the-way' ? 'Move it away' : 'Make the folder writable'}, then start Pilothouse again.`,
  'is-symbolic-link': 'it is a symbolic link',
  'path-backslash': 'Node cannot start {path}, because the path contains a backslash; move it to a path without one.',
  'path-double-quote': 'The path {path} contains a double quote; choose a path without one.',
  'path-line-break': 'The path {path} contains a line break; move it to a path without one.',
  'receipts-not-read': ({ code }) =>
    `Could not read the receipts in {path}: ${code === null ? 'it is not what Pilothouse wrote' : '{code}'}. Move the file away, then try again.`,
  'no-such-browser': ({ extension }) =>
    `There is no browser “{browser}”${extension === null ? '' : ' for {extension}'}; name one of {known}.`,
  'no-gecko-id': 'The Firefox extension id is empty; give the gecko id of the companion.',
  'no-chromium-id': '“{id}” is no Chromium extension id; give 32 letters from a to p.',

  'browser-unknown': 'Could not look into {path}, so {browser} may or may not be here. Switching on tries anyway.',
  'manifest-ready': 'Ready to connect. Switching on writes {places}.',
  'browser-sandboxed':
    '{browser} runs in a sandbox that starts no relay ({path}). Connect its companion with a code, or install it as a package.',
  'browser-not-here': 'No {browser} on this machine: {path} does not exist. Open {browser} once, then look again.',
  'manifest-ours': 'Installed and checked. {browser} starts {launcher}.',
  'manifest-shared': ({ others }) =>
    `{browser} is connected because {others} ${others.length === 1 ? 'reads' : 'read'} the same place. Switch {others} off to remove it.`,
  'manifest-missing': '{path} is missing. Switch on again to write it.',
  'manifest-link':
    '{path} is a symbolic link that Pilothouse did not make. Switch on again to replace the link; what it points at stays.',
  'manifest-drift': ({ differing }) =>
    `{path} was changed: ${
      differing.length === 0 ? 'its text differs' : `{differing} ${differing.length > 1 ? 'differ' : 'differs'}`
    }. Switch on again to restore it.`,
  'key-drift': '{path} was changed: the path differs. Switch on again to restore it.',
  'launcher-gone': 'The launcher is gone or not executable: {path}. Repair writes it again.',
  'manifest-path-gone': 'path is gone: points at {path}. Switch on again to repair it.',
  'manifest-unknown': '{path} is not from Pilothouse. Repair keeps a copy and writes ours; switching off puts it back.',
  'manifest-foreign':
    '{browser} starts {program}, not Pilothouse. Repair keeps a copy of {place} and writes ours; switching off puts it back.',
  'manifest-puts-back': 'Switching off puts back what was there before.',
  'manifest-belongs': 'Belongs to {program}. Replace keeps a copy, and switching off puts it back.',
  'manifest-belongs-unknown': '{path} is not from Pilothouse. Replace keeps a copy, and switching off puts it back.',
  'manifest-foreign-link': '{path} is a symbolic link, which is not replaced. Move it away, then switch on.',
  'manifest-changing':
    '{path} does not hold what was just written. Close the program that changes it, then switch on again.',
  'manifest-left': '{path} was changed since and stays as it is; what was there before lies in {copy}.',
  'manifest-lost': '{path} was removed; what was there before could not be put back, because {copy} is gone.',
  'home-of-other':
    'Pilothouse runs as root, but {home} belongs to user {owner}. Start Pilothouse as that user, then try again.',
};

/** What helps, by the cause. */
function remedyOf(why: Reason): string {
  switch (why.kind) {
    case 'file-in-the-way':
    case 'folder-in-the-way':
      return 'Move it away';
    case 'disk-read-only':
      return 'Make it writable';
    case 'disk-full':
      return 'Free some space';
    case 'no-right':
      return `Allow it for the ${why.folder === null ? 'file' : 'folder'}`;
    case 'place-of-user':
      return 'Change its owner to {why.user}';
    default:
      return 'Remove the cause';
  }
}
