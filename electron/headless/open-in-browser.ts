// Opens an address in the user's browser. The address is ours; no shell sees it.
import { spawn } from 'node:child_process';

/** Best effort: where there is no browser the printed address serves as well. */
export function openInBrowser(url: string): void {
  const [command, args] = opener(process.platform, url);
  const child = spawn(command, args, { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}

function opener(platform: NodeJS.Platform, url: string): [string, string[]] {
  if (platform === 'darwin') return ['open', [url]];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return ['xdg-open', [url]];
}
