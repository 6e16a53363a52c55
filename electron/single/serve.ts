// `pilothouse serve` of an installed app, whose hub lives in the desktop app: starts that one without its window.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export interface ServeOptions {
  readonly home: string;
  readonly mcpPort: number | null;
  readonly wellKnownRoot: string;
  readonly setup: string | null;
}

/** Rejects with a sentence where the app cannot be found. */
export async function serve({ home, mcpPort, wellKnownRoot, setup }: ServeOptions): Promise<void> {
  if (setup !== null)
    throw new Error('The desktop app is set up in its panel; --setup is for the npm package and the image.');
  const port = mcpPort === null ? [] : [`--mcp-port=${mcpPort}`];
  const args = ['--hidden', `--home=${home}`, `--well-known-root=${wellKnownRoot}`, ...port];
  const child = spawn(appPath(), args, { detached: true, stdio: 'ignore' });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', error => reject(new Error(`The desktop app could not be started: ${error.message}.`)));
  });
  child.unref();
  process.stdout.write(`The hub of this installation lives in the desktop app, which starts on ${home}.\n`);
}

/** Written beside this executable where it is a copy (`app-path`); else the app lies around it. */
function appPath(): string {
  const here = path.dirname(process.execPath);
  const named = readText(path.join(here, 'app-path'));
  const around = { darwin: '../MacOS/Pilothouse', win32: '../Pilothouse.exe' }[process.platform as string];
  const file = named ?? path.join(here, around ?? '../pilothouse-app');
  if (fs.existsSync(file)) return file;
  throw new Error(`The desktop app is not at ${file}; install Pilothouse again.`);
}

function readText(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
