// The only file that touches ipcMain: checks who asks, and connects each window to the hub's panel.
import { ipcMain, type WebContents } from 'electron';
import { HubError, toErrorValue } from '../../contract/errors.ts';
import { ipcChannels } from '../../contract/ipc-channels.ts';
import { hubOfAddress, isTrustedSender } from './panel-address.ts';
import { readSenderFrame } from './sender-frame.ts';
import type { PanelEvent } from '../../contract/schemas/panel-events.ts';
import type { PanelReply } from '../../contract/schemas/panel-requests.ts';
import type { PanelConnection, PanelServer } from '../core/panel/panel-server.ts';

/** Serves the panel's requests for as long as the app runs. A stranger's request is refused before the hub sees it. */
export function servePanelOverIpc(panel: PanelServer): void {
  /** By the name of the hub whose panel it is; null is this one. */
  const connections = new Map<WebContents, { readonly hub: string | null; readonly connection: PanelConnection }>();

  ipcMain.handle(ipcChannels.request, (event, name: unknown, params: unknown): Promise<PanelReply> | PanelReply => {
    // Read at once: the frame may be gone one turn later.
    const frame = readSenderFrame(event);
    if (!isTrustedSender(frame)) {
      return refuse(`A request from ${frame?.url ?? 'a page that is gone'} was refused; only the panel may ask.`);
    }
    if (typeof name !== 'string') return refuse('A request without a name was refused; name it by a string.');
    return connectionOf(event.sender, hubOfAddress(frame?.url ?? '')).request(name, params);
  });

  function connectionOf(contents: WebContents, hub: string | null): PanelConnection {
    const known = connections.get(contents);
    if (known?.hub === hub) return known.connection;
    const listener = (event: PanelEvent) => {
      if (!contents.isDestroyed()) contents.send(ipcChannels.event, event);
    };
    const connection = hub === null ? panel.connect(listener) : panel.look(hub, listener);
    connections.set(contents, { hub, connection });
    // The same window may be led to another address.
    if (known) known.connection.close();
    else contents.once('destroyed', () => end(contents));
    return connection;
  }

  function end(contents: WebContents): void {
    connections.get(contents)?.connection.close();
    connections.delete(contents);
  }
}

function refuse(sentence: string): PanelReply {
  return { ok: false, error: toErrorValue(new HubError('ERR_PERMISSION_DENIED', sentence)) };
}
