// What of the API stands where pages look for it, and the events that tell of it.
import { dispatch, freeze, later, listen, OwnEvent, tryDefine } from './captured.ts';
import { currentFlags, isOn } from './flags.ts';
import { markDocument } from './marks.ts';
import { lazily } from './values.ts';

/** Versions and the id are what pages of Harbor read; the id of the extension itself is nobody's business. */
const version = '1.0.0';
const discovered = freeze({ version: '0.1.0', extensionId: 'unknown' });

interface Api {
  readonly ai: () => object;
  readonly agent: () => object;
  readonly modelContext: () => object;
  /** Whether a `window.ai` was there before. */
  readonly chromeAiDetected: boolean;
}

export function defineApi({ ai, agent, modelContext, chromeAiDetected }: Api): void {
  defineAi(ai);
  defineReplaceable('agent', agent);
  const harbor = (): object => freeze({ ai: ai(), agent: agent(), version, chromeAiDetected });
  defineReplaceable('harbor', lazily(harbor));
  define(navigator, 'modelContext', { get: modelContext, set: undefined });
  define(window, '__harbor', { value: freeze({ ...discovered, installed: true }), writable: false });
}

/** Without texts there is no `window.ai`; what was defined once stays, and its members say that they are off. */
export function defineAi(ai: () => object): void {
  if (isOn('textGeneration')) defineReplaceable('ai', ai);
}

/** Not where the page, or the browser, has something of that name already. */
function define(on: object, name: string, is: PropertyDescriptor): void {
  if ((on as Record<string, unknown>)[name] != null) return;
  tryDefine(on, name, { __proto__: null, ...is, enumerable: true, configurable: false } as PropertyDescriptor);
}

/**
 * The same for names that pages use themselves: what a page assigns or declares is its own from then on, as with `[Replaceable]` of Web IDL.
 * Read-only, `var agent = navigator.userAgent` of a script that knows nothing of this would be lost without a word.
 */
function defineReplaceable(name: string, get: () => object): void {
  if ((window as unknown as Record<string, unknown>)[name] != null) return;
  const shared = { __proto__: null, enumerable: true, configurable: true };
  const set = (own: unknown): void =>
    void tryDefine(window, name, { ...shared, __proto__: null, value: own, writable: true } as PropertyDescriptor);
  tryDefine(window, name, { ...shared, __proto__: null, get, set } as PropertyDescriptor);
}

/** Once the page has had its turn to listen: scripts that come before that find the API by its names. */
export function announce(chromeAiDetected: boolean): void {
  const tell = (): void => {
    markDocument();
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
