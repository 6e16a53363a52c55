// Gives the panel two verbs on `window.pilothouse`, and never ipcRenderer itself.
import { contextBridge, ipcRenderer } from 'electron';
import type { ipcChannels, PanelEvent } from '../../contract/schemas/panel-events.ts';
import type { PanelReply } from '../../contract/schemas/panel-requests.ts';

// Spelled again, because importing the value would pull zod into the page's process; the type keeps the two equal.
const channels: typeof ipcChannels = { request: 'pilothouse:request', event: 'pilothouse:event' };

contextBridge.exposeInMainWorld('pilothouse', {
  request: (name: string, params: unknown): Promise<PanelReply> => ipcRenderer.invoke(channels.request, name, params),
  onEvent: (listener: (event: PanelEvent) => void): (() => void) => {
    // The first argument would hand the page Electron's own sender object.
    const pass = (_event: unknown, event: PanelEvent) => listener(event);
    ipcRenderer.on(channels.event, pass);
    return () => {
      ipcRenderer.off(channels.event, pass);
    };
  },
});
