// Start at login, hidden: a login item of the system, and a file in the autostart folder under Linux.
import fs from 'node:fs';
import path from 'node:path';
import { hubError } from '../../words/hub-error.ts';
import type { Reason } from '../../contract/reasons.ts';

/** What is used of Electron's `app`. */
export interface LoginApp {
  getLoginItemSettings(options: { args: string[] }): { openAtLogin: boolean; status?: string };
  setLoginItemSettings(settings: { openAtLogin: boolean; args: string[] }): void;
}

export interface LoginFacts {
  readonly os: NodeJS.Platform;
  readonly app: LoginApp;
  /** The autostart folder of Linux desktops. */
  readonly autostartDir: string;
  /** The words of the command that starts the app; the first is absolute. */
  readonly command: readonly string[];
}

export interface LoginState {
  readonly on: boolean;
  /** Why the system may not follow; else null. */
  readonly note: Reason | null;
}

/** The entry's name; what lies there under another command is not ours. */
const entryName = 'dev.pilothouse.Pilothouse.desktop';
const mark = 'X-Pilothouse-Autostart=true';
export const hiddenSwitch = '--hidden';

export function readLogin(facts: LoginFacts): LoginState {
  if (facts.os === 'linux') return readEntry(entryFile(facts));
  const { openAtLogin, status } = facts.app.getLoginItemSettings({ args: [hiddenSwitch] });
  const waits = status === 'requires-approval';
  return { on: openAtLogin, note: waits ? { kind: 'login-waits-for-approval' } : null };
}

/** Throws HubError, or an error of the system, where the user's own choice or the file system stands against it. */
export function setLogin(facts: LoginFacts, on: boolean): void {
  if (facts.os !== 'linux') {
    facts.app.setLoginItemSettings({ openAtLogin: on, args: [hiddenSwitch] });
    return;
  }
  const file = entryFile(facts);
  const old = readText(file);
  if (old !== null && !old.includes(mark)) throw hubError('ERR_INTERNAL', { kind: 'login-file-of-other', file });
  if (!on) return fs.rmSync(file, { force: true });
  if (old !== null && isHidden(old)) throw hubError('ERR_INTERNAL', { kind: 'login-switched-off', file });
  writeAtomically(file, desktopEntry(facts.command));
}

/** The desktop reads a crashed write as nothing, and an entry of ours only. Pure. */
export function desktopEntry(command: readonly string[]): string {
  const exec = [...command, hiddenSwitch].map(quoteForExec).join(' ');
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Pilothouse',
    'Comment=Shows what drives your browser and your MCP servers',
    `Exec=${exec}`,
    'Icon=pilothouse',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    mark,
    '',
  ].join('\n');
}

/** Desktop Entry Specification, "The Exec key": quotes around, four characters escaped, `%` doubled, and `\` twice as a value. */
function quoteForExec(word: string): string {
  const escaped = word.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  return `"${escaped}"`.replaceAll('\\', '\\\\');
}

function readEntry(file: string): LoginState {
  const text = readText(file);
  if (text === null || !text.includes(mark)) return { on: false, note: null };
  if (isHidden(text)) return { on: false, note: { kind: 'login-switched-off', file } };
  return { on: true, note: null };
}

function isHidden(text: string): boolean {
  return /^(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/m.test(text);
}

function entryFile({ autostartDir }: LoginFacts): string {
  return path.join(autostartDir, entryName);
}

function readText(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function writeAtomically(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  fs.writeFileSync(next, text, { mode: 0o644, flag: 'wx' });
  fs.renameSync(next, file);
}
