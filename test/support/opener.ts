// A browser for tests of what the system opens: tells what it was handed.
import fs from 'node:fs';
import path from 'node:path';

export interface Opener {
  /** For the environment of what opens it. */
  readonly env: Readonly<Record<string, string>>;
  /** What was handed to it, in order. */
  opened(): string[];
}

/**
 * Put in place below `folder`. Where the system has an `xdg-open`, that one hands on to the program that BROWSER names, as there is no
 * desktop; where it has none, ours stands behind `searchPath` under that name. With `stays` a process with what was handed over goes on,
 * as a browser does, until its `sleep` is ended.
 */
export function installOpener(folder: string, searchPath: string, stays = false): Opener {
  const bin = path.join(folder, 'opener');
  const file = path.join(folder, 'opened');
  const program = path.join(bin, 'xdg-open');
  fs.mkdirSync(bin);
  fs.writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$1" >> '${file}'\n${stays ? `sh -c 'sleep 600; :' browser "$1" &` : ''}\n`,
    {
      mode: 0o755,
    },
  );
  return {
    env: { PATH: `${searchPath}:${bin}`, BROWSER: program },
    // A line counts once it is whole: the shell makes the file before it writes.
    opened: () => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').slice(0, -1) : []),
  };
}

/** A folder of a project's programs with an `xdg-open` of its own, as a package may bring one; with whether that was started. */
export function plantOpener(folder: string): { readonly bin: string; wasStarted(): boolean } {
  const bin = path.join(folder, 'project/node_modules/.bin');
  const file = path.join(folder, 'planted');
  fs.mkdirSync(bin, { recursive: true });
  fs.writeFileSync(path.join(bin, 'xdg-open'), `#!/bin/sh\ntouch '${file}'\n`, { mode: 0o755 });
  return { bin, wasStarted: () => fs.existsSync(file) };
}
