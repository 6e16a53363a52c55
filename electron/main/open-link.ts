// The only place that hands an address to the operating system: a scheme that it does not know well may run a program.
import { hubError } from '../../words/hub-error.ts';
import { openInBrowser } from '../core/platform/open-in-browser.ts';

/** What is used of Electron's `shell`. */
export interface SystemShell {
  openExternal(url: string): Promise<void>;
}

/** Opens a web address in the user's browser. Rejects with HubError for every other kind, before anything is opened. */
export async function openLink(address: string, shell: SystemShell): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  const isWeb = url?.protocol === 'https:' || isLocal;
  if (!url || !isWeb || url.username !== '' || url.password !== '')
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'address-not-opened', address: address.slice(0, 200) });
  await shell.openExternal(url.href);
}

/** In place of Electron's own on Linux, which takes the first `xdg-open` of the PATH, whoever put it there. */
export function linuxShell(env: Readonly<Record<string, string | undefined>>): SystemShell {
  return {
    openExternal: async url => {
      if (openInBrowser(url, { os: 'linux', env })) return;
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-xdg-open' });
    },
  };
}
