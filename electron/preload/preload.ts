// Gives the panel two verbs on `window.pilothouse`, and never ipcRenderer itself.
import { contextBridge, ipcRenderer } from 'electron';
import { ipcChannels } from '../../contract/ipc-channels.ts';
import type { PanelEvent } from '../../contract/schemas/panel-events.ts';
import type { PanelReply } from '../../contract/schemas/panel-requests.ts';

contextBridge.exposeInMainWorld('pilothouse', {
  request: (name: string, params: unknown): Promise<PanelReply> =>
    ipcRenderer.invoke(ipcChannels.request, name, params),
  onEvent: (listener: (event: PanelEvent) => void): (() => void) => {
    // The first argument would hand the page Electron's own sender object.
    const pass = (_event: unknown, event: PanelEvent) => listener(event);
    ipcRenderer.on(ipcChannels.event, pass);
    return () => {
      ipcRenderer.off(ipcChannels.event, pass);
    };
  },
});
