// Which panels watch what servers use: switched on and off by each, and off when it goes.
import type { PanelAsker } from '../../../contract/schemas/panel-requests.ts';
import type { ServerRecords } from '../servers/lifecycle/server-records.ts';

export class UsageWatchers {
  readonly #records: Pick<ServerRecords, 'watchUsage'>;
  readonly #ends = new Map<PanelAsker, () => void>();

  constructor(records: Pick<ServerRecords, 'watchUsage'>) {
    this.#records = records;
  }

  set(panel: PanelAsker, on: boolean): void {
    if (!on || panel.gone.aborted) return this.#end(panel);
    if (this.#ends.has(panel)) return;
    this.#ends.set(
      panel,
      this.#records.watchUsage(usage => panel.send({ event: 'servers:usage', data: { usage } })),
    );
    panel.gone.addEventListener('abort', () => this.#end(panel), { once: true });
  }

  #end(panel: PanelAsker): void {
    this.#ends.get(panel)?.();
    this.#ends.delete(panel);
  }
}
