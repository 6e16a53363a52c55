// window.ai: text of the user's models (spec 003 "window.ai"), in the form of Chrome's first Prompt API.
import { freeze } from './captured.ts';
import { type Ask, family, withGroups } from './members.ts';
import { openSession, textFlags } from './text-session.ts';

/** `existing`: the `window.ai` that was there before; it stays the page's, and is reachable as `runtime.chrome`. */
export function createAi(existing: unknown): object {
  const chrome = existing ?? null;
  const getBest = (ask: Ask): unknown => ask({}, best => best ?? (chrome && 'chrome'));
  const create = (ask: Ask, options?: unknown): unknown => openSession(ask, options);
  const members = family('ai', textFlags, { canCreateTextSession: '', createTextSession: create });
  const ai = withGroups('ai', textFlags, members, {
    languageModel: { capabilities: '', create },
    providers: { list: '', getActive: '', listConfiguredModels: '', getConfiguredModelsMetadata: '' },
    runtime: () =>
      freeze({
        harbor: ai,
        // Firefox offers its models to extensions alone.
        firefox: null,
        chrome,
        ...family('ai.runtime', textFlags, { getBest, getCapabilities: '' }),
      }),
  });
  return ai;
}
