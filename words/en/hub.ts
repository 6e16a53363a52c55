// What is said of the hub itself, in English.
import { tokenRemedies } from './values.ts';
import type { HubReasons } from '../../contract/reasons.ts';
import type { Words } from '../reason.ts';

const consequences = {
  'no-start': 'no browser can start it',
  'no-load': 'no browser is to load it',
  'no-server': 'no server is run with it',
} as const;

const databaseFaults: Readonly<Record<string, string>> = {
  SQLITE_BUSY: '{file} is locked by another program; close it or move the file away, then start again.',
  SQLITE_CORRUPT: '{file} is damaged; move it away to start fresh, or restore a copy.',
  SQLITE_FULL: 'The disk that holds {file} is full; free some space, then try again.',
  SQLITE_READONLY: '{file} cannot be written; make the file and its folder writable, then start again.',
  SQLITE_IOERR:
    'The disk reported an error while {file} was used; check the disk and its free space, then start again.',
  SQLITE_CANTOPEN: '{file} cannot be opened; make sure that its folder exists and is yours, then start again.',
  ENOENT: 'The folder of {file} does not exist; create it, then start again.',
  ENOTDIR: 'A part of the path {file} is a file and not a folder; move that file away, then start again.',
  EISDIR: '{file} is a folder and not a file; move it away, then start again.',
  EACCES:
    '{file} may not be read and written by this account; make the file and its folder yours (modes 0600 and 0700), then start again.',
  EROFS:
    '{file} lies on a read-only file system; make it writable or choose another data home with PILOTHOUSE_HOME, then start again.',
};

const proposed = 'What it saw is proposed under Permissions, Learning; start it there again to let it see more.';

export const hubWords: Words<HubReasons> = {
  'home-unusable': 'The data home {home} cannot be used ({why}). Make it yours and writable, or start with --home DIR.',
  'home-folder-none': '{folder} is no folder',
  'home-folder-of-other': '{folder} belongs to user {uid}',
  'hub-key-none':
    "The hub's key {file} is not 64 hex characters; remove it and restart Pilothouse, which makes a new one.",
  'home-held': ({ pid }) =>
    `A hub runs on the data home {home} already (${pid === null ? 'another process' : 'process {pid}'}). Use that one, or start with --home DIR.`,
  'other-hub': 'The hub on {home} is of another version of Pilothouse; stop it, then start it again.',
  'file-not-packed': ({ so }) =>
    `The file {file} is not the one that was packed with this Pilothouse, so ${consequences[so]}; install Pilothouse again.`,
  'relay-not-built':
    'The relay {file} is not the one that was built with this Pilothouse, so no browser can start it; install Pilothouse again, or build it again.',

  'database-failed': ({ code }) =>
    databaseFaults[code] ?? '{file} could not be used ({cause}); start again, or move it away to start fresh.',
  'database-closed': 'The database {file} is closed; start Pilothouse again to use it.',
  'database-newer':
    '{file} has version {version} and was written by a newer Pilothouse, while this one knows {newest}; update Pilothouse, or move the file away to start fresh.',
  'database-other':
    '{file} is a database of another program; move it away, then start again (nothing in it was changed).',
  'database-link': '{path} is a symbolic link, which is not followed; move it away, then start again.',
  'row-left-out': '{why} ({sql}): this row is left out; report this as a mistake in Pilothouse.',
  'entry-unreadable':
    'The entry "{name}" of {table} in {file} cannot be read ({why}) and is left out; add it anew, or restore a copy of the file.',

  'trace-behind':
    'The trace is {entries} entries behind and leaves out messages until it has caught up; nothing else is affected.',
  'trace-began-anew': 'The trace stopped ({why}); it began anew, without the entries before.',
  'trace-off': 'The trace stopped too often and is off ({why}); start Pilothouse again to have it.',
  'recording-ended': ({ why }) =>
    `Recording to disk has ended by itself (${
      why === null ? 'the trace began anew' : '{why}'
    }). What was written until then is kept; switch it on again under Traces.`,

  'secrets-in-keychain': ({ backend }) =>
    `They are encrypted by the keychain of your system${backend === null ? '' : ' ({backend})'}.`,
  'secrets-in-file': 'They are kept unencrypted in {file}, which only your account can read.',
  'secrets-locked': 'Those in {file} need the keychain of the desktop app; set them again to use them here.',
  'no-keychain':
    'No keychain runs in this desktop session; start GNOME Keyring or KWallet, then start Pilothouse again.',
  'keychain-unusable': ({ backend }) =>
    `The keychain of your system${
      backend === null ? '' : ' ({backend})'
    } cannot be used: it is locked or does not run. Unlock it, then start Pilothouse again.`,
  'keychain-does-not-open':
    'The keychain of your system does not open {file}; unlock it, or move the file away and set its secrets again.',
  'secrets-unreadable': '{file} cannot be read as secrets of this version; move it away, then set them again.',
  'secrets-no-file': '{file} is no ordinary file and is not followed; move it away, then start again.',
  'secrets-of-other': '{file} belongs to user {uid}; make it yours.',
  'secrets-open-to-others': '{file} can be read by others; run "chmod 600" on it, and change the secrets in it.',

  'port-held':
    'Port {port} is held by {by}. Stop it, or start with another --mcp-port; agents over stdio are not touched.',
  'prometheus-not-counted': 'Metrics for Prometheus are on and are not counted: {why}.',
  'mcp-not-open': 'MCP over HTTP did not open on port {port}: {why}.',
  'weak-token': ({ lacks }) =>
    `CLAUDE_BROWSER_AUTH_TOKEN is not taken, because it can be guessed or sent by nobody: ${tokenRemedies[lacks]}, and start again.`,
  'tokens-guessed':
    'Somebody on this machine tries tokens for MCP over HTTP: more than 20 wrong ones came within a minute, and further ones are slowed down. Look which program has an old token, or switch this way in off under Connect.',
  process: 'process {pid} ({program})',
  'another-process': 'another process',
  'stop-or-other-port': 'Stop it, or start with another --mcp-port',
  'quit-or-leave-off': 'Quit it, or leave this one off',
  'place-held': '{place} is held by {by}.',
  'place-is-link': '{path} is a link, which is not followed; remove it and switch this on again.',
  'place-no-socket': '{path} is no socket; remove it and switch this on again.',
  'place-is-folder':
    '{path} is the folder in which newer versions of Claude Code look. A socket file cannot be in its place: switch the socket folder off, end other programs with a socket in it, and switch this on again.',
  'place-no-folder': '{path} is no folder of its own; remove it and switch this on again.',
  'place-of-other': '{path} belongs to user {uid}, not to you; ask them to remove it.',
  'place-wrong-mode': '{path} was made with mode {octal} and not 600.',
  'token-not-written': 'The token could not be written to {file} ({why}); make room there and try again.',

  'learning-ended': `The learning mode ended with the last run. ${proposed}`,
  'learning-full': `The learning mode ended early: it saw {calls} different calls. ${proposed}`,
  'stray-data':
    'Data of the server "{server}" lies in {file}, where it does not find it any more or loses it; open the server to copy it.',

  'at-server': 'server {server}',
  'at-model': ({ model }) => (model === null ? 'the model for sites' : 'model {model}'),
  'at-page': '{member}, for its page',
  'at-page-site': ({ from }) => (from === null ? '{member}, to {site}' : '{member}, to {site}, redirected by {from}'),
  'at-page-near': ({ host, isThisMachine }) => {
    const place = isThisMachine ? 'this machine' : 'a private network';
    return host === null ? `{member}, to {address}: ${place}` : `{member}; {host} means ${place} ({address})`;
  },
  'at-own-browser': ({ url }) => (url === null ? '{method} in its own browser' : '{method} in its own browser: {url}'),
  'at-own-tools': '{tools} tools of its own, as server {server}',
  'at-browser': ({ site, browser }) => {
    if (site === null) return browser === null ? 'no browser' : '{browser}';
    return browser === null ? 'site {site}' : 'site {site}, in {browser}';
  },
  'at-tab': ({ site, inFrame, page, browser, element, title }) => {
    const what = element === undefined ? '' : '{element}, ';
    const tab = title === undefined ? 'tab {tab}' : 'tab “{title}”';
    const inPage = page === null ? '' : ' in {page}';
    const before = page === null || page === site ? '' : ' (from {page})';
    const at = inFrame ? `, a frame of {site}${inPage}` : `${site === null ? '' : ', {site}'}${before}`;
    return `${what}${tab}${at}${browser === null ? '' : ', in {browser}'}`;
  },
};
