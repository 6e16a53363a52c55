// Which model a page means by `provider` and `model`, as the hub names models.
import { providerNamed, resolved } from '../harbor/b/llm-names.ts';
import { chromeProvider } from './model-family.ts';
import { PageFault } from './page-fault.ts';
import type { Page } from './page.ts';
import type { PageServices } from './page-services.ts';

/** What of the names means the user's own choice. */
const anyProvider: ReadonlySet<string> = new Set(['auto', 'harbor', 'default']);

/** Null is the user's choice for sites. Throws ERR_MODEL_FAILED for what is not there. */
export function modelForPage(
  services: PageServices,
  page: Page,
  provider: string | undefined,
  model: string | undefined,
): string | null {
  const { models } = services;
  if (provider === undefined || anyProvider.has(provider)) {
    if (model === undefined) return null;
    if (resolved(models, model)) return model;
    throw notThere(`model ${JSON.stringify(model)}`);
  }
  const id = provider === 'chrome' ? (chromeProvider(services, page)?.id ?? null) : providerNamed(models, provider);
  if (id === null) throw notThere(`provider ${JSON.stringify(provider)}`);
  const named = model ?? models.parts.registry.defaultModel(id);
  if (named === null) throw notThere(`model of ${provider}`);
  return `${id}:${named}`;
}

function notThere(what: string): PageFault {
  return new PageFault(
    'ERR_MODEL_FAILED',
    `There is no ${what} in Pilothouse; ai.providers.list() tells which there are.`,
  );
}
