// Tests of models that panels have under way: each ends with the panel that asked for it.
import { cancelled } from '../platform/wait.ts';
import type { PanelAsker, PanelParsedParams, PanelResult } from '../../../contract/schemas/panel-requests.ts';
import type { ModelTests } from '../models/model-tests.ts';

export class PanelTests {
  readonly #tests: ModelTests;
  readonly #running = new Map<PanelAsker, Map<string, AbortController>>();

  constructor(tests: ModelTests) {
    this.#tests = tests;
  }

  async run(
    { providerId, model, text, testId }: PanelParsedParams<'models:test'>,
    asker: PanelAsker,
  ): Promise<PanelResult<'models:test'>> {
    const ending = new AbortController();
    const end = () => ending.abort(cancelled());
    const own = this.#running.get(asker) ?? new Map<string, AbortController>();
    own.get(testId)?.abort(cancelled());
    this.#running.set(asker, own.set(testId, ending));
    asker.gone.addEventListener('abort', end, { once: true });
    try {
      const test = await this.#tests.run({
        ...{ providerId, model, text, signal: ending.signal },
        onPiece: event => {
          const piece = event.kind === 'tool-call' ? { kind: event.kind, ...event.call } : event;
          asker.send({ event: 'models:tested', data: { testId, piece } });
        },
      });
      return { test };
    } finally {
      asker.gone.removeEventListener('abort', end);
      if (own.get(testId) === ending) own.delete(testId);
      if (own.size === 0) this.#running.delete(asker);
    }
  }

  stop(testId: string, asker: PanelAsker): void {
    this.#running.get(asker)?.get(testId)?.abort(cancelled());
  }
}
