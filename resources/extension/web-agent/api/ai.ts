// window.ai: text of the user's models (spec 003 "window.ai"), in the form of Chrome's first Prompt API.
import { freeze } from './captured.ts';
import { family } from './members.ts';
import { openSession, textFlags } from './text-session.ts';

/** `existing`: the `window.ai` that was there before; it stays the page's, and is reachable as `runtime.chrome`. */
export function createAi(existing: unknown): object {
  const chrome = existing ?? null;
  const ai = {};
  const runtime = {
    harbor: ai,
    // Firefox offers its models to extensions alone.
    firefox: null,
    chrome,
    ...family('ai.runtime', textFlags, {
      getBest: ['', (best: unknown) => best ?? (chrome && 'chrome')],
      getCapabilities: '',
    }),
  };
  const members = family('ai', textFlags, {
    canCreateTextSession: '',
    createTextSession: openSession,
    languageModel: { capabilities: '', create: openSession },
    providers: { list: '', getActive: '', listConfiguredModels: '', getConfiguredModelsMetadata: '' },
  });
  return freeze(Object.assign(ai, members, { runtime: freeze(runtime) }));
}
