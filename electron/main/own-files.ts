// Where an installed app has what other programs start and read: its executable, the relay, the runners, the extension.
import fs from 'node:fs';
import path from 'node:path';

export const executableName = process.platform === 'win32' ? 'pilothouse.exe' : 'pilothouse';
const names = [executableName, 'relay', 'runner', 'extension'];

export interface OwnFilesFacts {
  /** Electron's `process.resourcesPath`. */
  readonly resources: string;
  readonly home: string;
  readonly version: string;
  /** The AppImage it runs from, whose own files are somewhere else after each start. */
  readonly appImage: string | undefined;
}

/** The folder, absolute and the same after each start. Copies once for each version where it would move. */
export function ownFilesFolder({ resources, home, version, appImage }: OwnFilesFacts): string {
  if (!appImage) return resources;
  const folder = path.join(home, 'app', version);
  const executable = path.join(folder, executableName);
  // Copied under another name and renamed, so that a copy that was cut short is never taken for a whole one.
  if (!isSameSize(executable, path.join(resources, executableName))) {
    const next = `${folder}.${process.pid}`;
    fs.mkdirSync(next, { recursive: true, mode: 0o700 });
    for (const name of names) fs.cpSync(path.join(resources, name), path.join(next, name), { recursive: true });
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(next, folder);
  }
  // What `pilothouse serve` starts; the user may have moved the AppImage.
  fs.writeFileSync(path.join(folder, 'app-path'), `${appImage}\n`, { mode: 0o600 });
  return folder;
}

function isSameSize(one: string, other: string): boolean {
  const [a, b] = [one, other].map(file => fs.statSync(file, { throwIfNoEntry: false })?.size);
  return a !== undefined && a === b;
}
