// The only file that touches what the shell put on `window`: Electron's preload, or the address and storage of a served page.
import { isFleetName } from '../contract/fleet.ts';
import { LookLink } from './link/look-link.ts';
import { PanelError } from './link/panel-error.ts';
import { SocketLink } from './link/socket-link.ts';
import { reasonWords } from './words/reason-words.ts';
import type { PanelEvent } from '../contract/schemas/panel-events.ts';
import type { PanelParams, PanelReply, PanelRequestName, PanelResult } from '../contract/schemas/panel-requests.ts';
import type { Link } from './link/link.ts';

/** What Electron's preload exposes as `window.pilothouse`. */
export interface PanelShell {
  request(name: string, params: unknown): Promise<PanelReply>;
  onEvent(listener: (event: PanelEvent) => void): () => void;
}

declare global {
  interface Window {
    readonly pilothouse?: PanelShell;
  }
}

const keyName = 'pilothouse.key';

/** The panel's way to the hub, whichever shell shows the page. */
export function openBridge(): Link {
  const hub = hubOfAddress();
  const line = openLine(hub);
  if (hub === null) return line;
  return new LookLink(line, Date.now, ({ reason }) => reasonWords(reason));
}

/** Whose panel this page shows, where its address names another hub of the fleet: `?hub=NAME`. */
function hubOfAddress(): string | null {
  const name = new URLSearchParams(window.location.search).get('hub') ?? '';
  return isFleetName(name) ? name : null;
}

function openLine(hub: string | null): Link {
  const shell = window.pilothouse;
  if (shell) return shellLink(shell);
  const { protocol, host } = window.location;
  return new SocketLink({
    url: `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/panel${hub === null ? '' : `?hub=${hub}`}`,
    token: takeToken(),
    keys: {
      read: () => window.sessionStorage.getItem(keyName),
      keep: key => window.sessionStorage.setItem(keyName, key),
      forget: () => window.sessionStorage.removeItem(keyName),
    },
    openSocket: url => new WebSocket(url),
    now: Date.now,
  });
}

/** Reads the one-time token and removes it from the address bar and the history at once. */
function takeToken(): string | null {
  const found = /^#token=([^&]+)/.exec(window.location.hash)?.[1];
  if (!found) return null;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return decodeURIComponent(found);
}

/** The line over Electron's IPC: as open as the window is. */
export function shellLink(shell: PanelShell): Link {
  return {
    async request<N extends PanelRequestName>(name: N, params: PanelParams<N>): Promise<PanelResult<N>> {
      const reply = await shell.request(name, params);
      if (!reply.ok) throw new PanelError(reply.error);
      return reply.value as PanelResult<N>;
    },
    onEvent: listener => shell.onEvent(listener),
    onStatus(listener) {
      listener({ kind: 'open' });
      return () => undefined;
    },
    retryNow: () => undefined,
  };
}
