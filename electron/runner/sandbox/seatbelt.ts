// The profile of macOS's sandbox-exec for a server: the last rule that matches decides, so grants stand behind what they loosen. Pure.
import type { RunnerSandbox } from '../../../contract/schemas/runner.ts';

/** `proxyPort`: the one address of this machine that it may reach, for named hosts. */
export function seatbeltProfile(
  { network, port, hidden, visible }: Pick<RunnerSandbox, 'network' | 'port' | 'hidden' | 'visible'>,
  proxyPort: number | null,
): string {
  const lines = ['(version 1)', '(allow default)', '(deny file-write*)'];
  for (const device of ['/dev/null', '/dev/zero', '/dev/tty']) lines.push(`(allow file-write* (literal "${device}"))`);
  for (const path of hidden) lines.push(`(deny file-read* file-write* (subpath ${quoted(path)}))`);
  for (const { path, writable } of visible) {
    lines.push(`(allow file-read*${writable ? ' file-write*' : ''} (subpath ${quoted(path)}))`);
  }
  if (network !== 'all') lines.push('(deny network*)');
  if (port !== null) lines.push(`(allow network-bind network-inbound (local ip "localhost:${port}"))`);
  if (proxyPort !== null) lines.push(`(allow network-outbound (remote ip "localhost:${proxyPort}"))`);
  return `${lines.join('\n')}\n`;
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
