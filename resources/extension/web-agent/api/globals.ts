// What of the API stands where pages look for it, and the events that tell of it.
import { dispatch, freeze, later, listen, OwnEvent, tryDefine } from './captured.ts';
import { currentFlags } from './flags.ts';

/** Versions and the id are what pages of Harbor read; the id of the extension itself is nobody's business. */
const version = '1.0.0';
const discovered = freeze({ version: '0.1.0', extensionId: 'unknown' });

interface Api {
  readonly ai: object;
  readonly agent: object;
  readonly modelContext: object;
  /** Whether a `window.ai` was there before. */
  readonly chromeAiDetected: boolean;
}

export function defineApi({ ai, agent, modelContext, chromeAiDetected }: Api): void {
  defineAi(ai);
  define(window, 'agent', agent, true);
  define(window, 'harbor', freeze({ ai, agent, version, chromeAiDetected }), true);
  define(navigator, 'modelContext', modelContext, false);
  define(window, '__harbor', freeze({ ...discovered, installed: true }), false);
}

/** Without texts there is no `window.ai`; what was defined once stays, and its members say that they are off. */
export function defineAi(ai: object): void {
  if (currentFlags().textGeneration) define(window, 'ai', ai, true);
}

/** Not where the page, or the browser, has something of that name already. */
function define(on: object, name: string, value: unknown, configurable: boolean): void {
  if ((on as Record<string, unknown>)[name] != null) return;
  const descriptor = { __proto__: null, value, writable: false, enumerable: true, configurable };
  tryDefine(on, name, descriptor as PropertyDescriptor);
}

/** Once the page has had its turn to listen: scripts that come before that find the API by its names. */
export function announce(chromeAiDetected: boolean): void {
  const tell = (): void => {
    const providers = freeze({ harbor: true, chrome: chromeAiDetected });
    const features = freeze(currentFlags());
    const detail = freeze({ version, chromeAiDetected, chromeAiAvailable: chromeAiDetected, features, providers });
    dispatch(window, new OwnEvent('harbor-discovered', { detail: discovered }));
    dispatch(window, new OwnEvent('harbor-provider-ready', { detail }));
    dispatch(window, new OwnEvent('agent-ready', { detail }));
  };
  if (document.readyState !== 'loading') return tell();
  listen(document, 'DOMContentLoaded', () => void later(tell, 0), { once: true });
}
