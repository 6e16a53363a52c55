// Which models a page may ask: ai.providers.*, ai.runtime.*, languageModel.capabilities. The models are the hub's.
import { providerFacts } from '../../../contract/models.ts';
import { configured } from '../harbor/b/llm-methods.ts';
import { modelId, resolved, typeFacts } from '../harbor/b/llm-names.ts';
import { use } from './carry-out.ts';
import type { ModelProvider } from '../../../contract/schemas/models.ts';
import type { Page } from './page.ts';
import type { PageFamily, PageHandler } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

/** What the sessions of pages start with, as Chrome's own interface tells it. */
const sampling = { defaultTemperature: 1, defaultTopK: 40, maxTopK: 100 } as const;

/** A program that is stopped is started by whoever asks. */
const able: ReadonlySet<string> = new Set(['ready', 'running', 'stopped', 'loading']);

export function modelFamily(services: PageServices): PageFamily {
  return { handlers: { ...runtimeHandlers(services), ...providerHandlers(services) } };
}

function runtimeHandlers(services: PageServices): PageFamily['handlers'] {
  const has = (page: Page) => ({ harbor: hasModel(services), chrome: hasChrome(services, page) });
  return {
    'ai.canCreateTextSession': ({ page }) => (bestRuntime(services, page) === null ? 'no' : 'readily'),
    'ai.languageModel.capabilities': ({ page }) =>
      bestRuntime(services, page) === null
        ? { available: 'no' }
        : { available: 'readily', ...sampling, providers: has(page) },
    'ai.runtime.getBest': ({ page }) => bestRuntime(services, page),
    'ai.runtime.getCapabilities': ({ page }) => ({
      firefox: null,
      chrome: has(page).chrome ? { available: true } : null,
      harbor: { available: has(page).harbor, bridgeConnected: true, providers: rows(services).map(({ type }) => type) },
    }),
  };
}

function providerHandlers(services: PageServices): PageFamily['handlers'] {
  const { models } = services;
  const { registry } = models.parts;
  const told =
    (tell: () => unknown): PageHandler =>
    asked =>
      use(services, asked, {}, async expectAllowed => {
        expectAllowed();
        return tell();
      });
  return {
    'ai.providers.list': asked =>
      use(services, asked, {}, async expectAllowed => {
        expectAllowed();
        await look(services);
        expectAllowed();
        return rows(services).map(row => providerRow(services, row));
      }),
    'ai.providers.getActive': told(() => {
      const ref = resolved(models, null);
      return { provider: ref && registry.row(ref.providerId).type, model: ref && modelId(models, ref) };
    }),
    'ai.providers.listConfiguredModels': told(() =>
      configured(models).map(({ name, ref, isDefault }) => ({
        ...{ name, model_id: modelId(models, ref), is_default: isDefault },
      })),
    ),
    'ai.providers.getConfiguredModelsMetadata': told(() =>
      configured(models).map(({ ref }) => ({
        ...{ model_id: modelId(models, ref), is_local: registry.row(ref.providerId).isLocal },
      })),
    ),
  };
}

/** `harbor` is a model of the hub, `chrome` the page's browser's own; null where there is none. */
export function bestRuntime(services: PageServices, page: Page): 'harbor' | 'chrome' | null {
  if (hasModel(services)) return 'harbor';
  return hasChrome(services, page) ? 'chrome' : null;
}

function hasModel({ models }: PageServices): boolean {
  return resolved(models, null) !== null;
}

/** That of the browser in which the page is. */
export function chromeProvider({ models }: PageServices, { tab }: Page): ModelProvider | null {
  const { registry } = models.parts;
  const own = registry.list().find(({ type, browserId }) => type === 'chrome' && browserId === tab.browserId);
  return own ? registry.row(own.id) : null;
}

function hasChrome(services: PageServices, page: Page): boolean {
  const row = chromeProvider(services, page);
  return row !== null && able.has(row.state.kind);
}

function rows({ models: { parts } }: PageServices): ModelProvider[] {
  return parts.registry.list().map(({ id }) => parts.registry.row(id));
}

/** Those of which nobody knows yet whether they are there. */
async function look({ models }: PageServices): Promise<void> {
  const unknown = models.parts.registry.list().filter(({ id }) => models.parts.registry.state(id).kind === 'unknown');
  await Promise.all(unknown.map(({ id }) => models.check(id).catch(() => {})));
}

/** What pages of all generations look for. An address of the user's own is nobody's business but theirs. */
function providerRow({ models }: PageServices, row: ModelProvider) {
  const { id, type, name, hasKey, isLocal, baseUrl, state } = row;
  const listed = models.list(id);
  const available = able.has(state.kind);
  const isDefault = resolved(models, null)?.providerId === id;
  const isUsual = baseUrl === providerFacts[type].baseUrl;
  return {
    ...{ id, type, name, available, isDefault, is_default: isDefault },
    baseUrl: isUsual && baseUrl !== null ? baseUrl : '',
    models: available ? listed.map(model => model.name) : [],
    supportsTools: listed.some(({ tools }) => tools === 'native'),
    supportsStreaming: true,
    isNative: type === 'chrome',
    runtime: type === 'chrome' ? 'chrome' : 'bridge',
    configured: state.kind !== 'off' && (isLocal || hasKey),
    needs_api_key: typeFacts(type).needs_api_key,
    has_api_key: hasKey,
    is_local: isLocal,
  };
}
