// Opens a file in the user's browser. Its path is ours; no shell sees it.
import { spawn } from 'node:child_process';

/** Best effort: where there is no browser the printed address serves as well. */
export function openInBrowser(file: string): void {
  const [command, args] = opener(process.platform, file);
  const child = spawn(command, args, { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}

function opener(platform: NodeJS.Platform, file: string): [string, string[]] {
  if (platform === 'darwin') return ['open', [file]];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', file]];
  return ['xdg-open', [file]];
}
