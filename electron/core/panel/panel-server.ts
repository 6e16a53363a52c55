// How a shell talks to the core for its panels: one connection for each window or browser page.
import type { PanelEvent } from '../../contract/panel-events.ts';
import type { PanelReply } from '../../contract/panel-requests.ts';

export interface PanelConnection {
  /** Never rejects: unknown names and bad params are replies with `ok: false`. */
  request(name: string, params: unknown): Promise<PanelReply>;
  close(): void;
}

export interface PanelServer {
  connect(listener: (event: PanelEvent) => void): PanelConnection;
}
