// The only file that touches ipcMain: checks who asks, and connects each window to the hub's panel.
import { ipcMain, type WebContents } from 'electron';
import { HubError, toErrorValue } from '../../contract/errors.ts';
import { ipcChannels } from '../../contract/ipc-channels.ts';
import { isTrustedSender } from './panel-address.ts';
import { readSenderFrame } from './sender-frame.ts';
import type { PanelReply } from '../../contract/schemas/panel-requests.ts';
import type { PanelConnection, PanelServer } from '../core/panel/panel-server.ts';

/** Serves the panel's requests for as long as the app runs. A stranger's request is refused before the hub sees it. */
export function servePanelOverIpc(panel: PanelServer): void {
  const connections = new Map<WebContents, PanelConnection>();

  ipcMain.handle(ipcChannels.request, (event, name: unknown, params: unknown): Promise<PanelReply> | PanelReply => {
    // Read at once: the frame may be gone one turn later.
    const frame = readSenderFrame(event);
    if (!isTrustedSender(frame)) {
      return refuse(`A request from ${frame?.url ?? 'a page that is gone'} was refused; only the panel may ask.`);
    }
    if (typeof name !== 'string') return refuse('A request without a name was refused; name it by a string.');
    return connectionOf(event.sender).request(name, params);
  });

  function connectionOf(contents: WebContents): PanelConnection {
    const known = connections.get(contents);
    if (known) return known;
    const connection = panel.connect(event => {
      if (!contents.isDestroyed()) contents.send(ipcChannels.event, event);
    });
    connections.set(contents, connection);
    contents.once('destroyed', () => {
      connections.delete(contents);
      connection.close();
    });
    return connection;
  }
}

function refuse(sentence: string): PanelReply {
  return { ok: false, error: toErrorValue(new HubError('ERR_PERMISSION_DENIED', sentence)) };
}
