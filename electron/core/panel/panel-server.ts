// How a shell talks to the core for its panels: one connection for each window or browser page.
import type { PanelEvent } from '../../../contract/schemas/panel-events.ts';
import type { PanelReply } from '../../../contract/schemas/panel-requests.ts';
import type { PanelFrom } from '../../../contract/schemas/rule-changes.ts';

export interface PanelConnection {
  /** Never rejects: unknown names and bad params are replies with `ok: false`. */
  request(name: string, params: unknown): Promise<PanelReply>;
  close(): void;
}

export interface PanelServer {
  /** `from` is how it came, which the audit tells of what it changes. */
  connect(listener: (event: PanelEvent) => void, from?: PanelFrom): PanelConnection;
  /** The panel of another hub of the fleet, by its name. Its requests fail while that hub cannot be reached. */
  look(hub: string, listener: (event: PanelEvent) => void): PanelConnection;
}
