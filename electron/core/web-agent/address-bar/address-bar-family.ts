// agent.addressBar.*, which pages call commandBar too: what a page offers for what the user types (spec 003 "Address Bar").
import { isRecord } from '../../../../contract/json.ts';
import { pageDeeds } from '../../../../contract/page-deeds.ts';
import { siteOf } from '../../../../contract/sites.ts';
import { visibleText } from '../../../../contract/visible-text.ts';
import { deedFor, use } from '../carry-out.ts';
import { invalid, needText, textIn, textsIn } from '../page-asked.ts';
import { PageFault } from '../page-fault.ts';
import { resultHandlers } from './providers.ts';
import { readShortcut } from './shortcut.ts';
import { readTriggers } from './triggers.ts';
import type { PageAsked, PageFamily, PageHandler } from '../page-asked.ts';
import type { PageServices } from '../page-services.ts';
import type { DefaultProvider } from './default-provider.ts';
import type { Provider, Providers } from './providers.ts';
import type { Trigger } from './triggers.ts';

const maxShortcuts = 50;
const maxIdChars = 200;
const maxNameChars = 200;
const maxChars = 2_000;

export interface AddressBarParts {
  readonly services: PageServices;
  readonly providers: Providers;
  readonly chosen: DefaultProvider;
}

export function addressBarFamily(parts: AddressBarParts): PageFamily {
  const { providers } = parts;
  return {
    handlers: { ...registering(parts), ...asking(parts) },
    gone: page => providers.gone(page),
    // They suggest nothing meanwhile; their page believes that they are registered.
    blocked: () => {},
  };
}

function decided({ services }: AddressBarParts, act: (asked: PageAsked) => unknown): PageHandler {
  return asked =>
    use(services, asked, {}, async expectAllowed => {
      expectAllowed();
      return act(asked);
    });
}

function registering(parts: AddressBarParts): PageFamily['handlers'] {
  const { providers } = parts;
  return {
    'agent.addressBar.registerProvider': decided(parts, asked => {
      const id = needText(asked, 'id', maxIdChars);
      providers.put({ ...ownOf(asked), id, type: 'ai', triggers: readTriggers(asked.payload.triggers) });
      return { providerId: id };
    }),
    'agent.addressBar.registerToolShortcuts': decided(parts, asked => registerShortcuts(parts, asked)),
    'agent.addressBar.registerSiteProvider': decided(parts, asked => {
      const id = `site-${new URL(asked.page.origin).hostname}`;
      providers.put({ ...ownOf(asked), ...siteOptions(asked), id, type: 'site' });
      return { providerId: id };
    }),
    'agent.addressBar.unregisterProvider': decided(parts, async asked => {
      const id = needText(asked, 'providerId', maxIdChars);
      const provider = providers.get(asked.page, id);
      if (provider && parts.chosen.isIt(provider)) await parts.chosen.set(null);
      providers.remove(asked.page, id);
    }),
  };
}

function asking(parts: AddressBarParts): PageFamily['handlers'] {
  const { services, providers, chosen } = parts;
  return {
    // The companion of this document is our own, and has a keyword for it.
    'agent.addressBar.canProvide': () => 'readily',
    'agent.addressBar.discover': async asked =>
      declaredIn(await deedFor(services)(asked, pageDeeds.discoverAddressBar, {})),
    'agent.addressBar.listProviders': decided(parts, async ({ page }) => {
      await chosen.load();
      return providers.ofOrigin(page).map(provider => listed(provider, chosen.isIt(provider)));
    }),
    'agent.addressBar.setDefaultProvider': decided(parts, async asked => {
      const id = needText(asked, 'providerId', maxIdChars);
      if (!providers.ofOrigin(asked.page).some(provider => provider.id === id))
        throw invalid(`There is no provider ${JSON.stringify(id)} of ${asked.page.origin}; register it first.`);
      await chosen.set({ origin: asked.page.origin, providerId: id });
    }),
    'agent.addressBar.getDefaultProvider': decided(parts, async ({ page }) => {
      await chosen.load();
      return chosen.idFor(page);
    }),
  };
}

/** `providerIds`: by which each is taken away, in the same order. */
function registerShortcuts(
  { providers }: AddressBarParts,
  asked: PageAsked,
): { registered: string[]; providerIds: string[] } {
  const { shortcuts } = asked.payload;
  if (!Array.isArray(shortcuts) || shortcuts.length > maxShortcuts || !shortcuts.every(isRecord))
    throw invalid(`"shortcuts" must be a list of at most ${maxShortcuts} objects.`);
  const read = shortcuts.map(readShortcut);
  const providerIds = read.map(shortcut => {
    const hint = shortcut.examples[0] ?? `${shortcut.trigger} <query>`;
    const triggers: Trigger[] = [{ type: 'keyword', value: shortcut.trigger, hint }];
    const id = `tool-${shortcut.trigger.replace(/^@/, '')}`;
    const { description } = shortcut;
    providers.put({ ...ownOf(asked), id, type: 'tool', name: description, description, triggers, shortcut });
    return id;
  });
  return { registered: read.map(({ trigger }) => trigger), providerIds };
}

/** What all kinds have; `name` and `description` are texts that the user reads. */
function ownOf({ page, payload }: PageAsked): Omit<Provider, 'id' | 'type' | 'triggers'> {
  const { resultHandler } = payload;
  return {
    page: page.document,
    name: visibleText(textIn(payload, 'name', maxNameChars) ?? page.origin),
    description: visibleText(textIn(payload, 'description', maxChars) ?? ''),
    endpoint: null,
    shortcut: null,
    resultHandler: resultHandlers.find(known => known === resultHandler) ?? 'popup',
  };
}

/** A site speaks for itself alone: its endpoint is one of its own. */
function siteOptions(asked: PageAsked): Pick<Provider, 'triggers' | 'endpoint'> {
  const { page, payload } = asked;
  const { origin = page.origin } = payload;
  if (typeof origin !== 'string' || siteOf(origin) !== page.origin)
    throw new PageFault('ERR_INVALID_REQUEST', `A provider of a site has the origin of its page, ${page.origin}.`);
  const patterns = textsIn(asked, 'patterns', 20) ?? [];
  const endpoint = textIn(payload, 'endpoint', maxChars);
  if (endpoint === undefined) return { triggers: patterns.map(triggerOf), endpoint: null };
  const url = URL.canParse(endpoint, page.origin) ? new URL(endpoint, page.origin) : null;
  if (url?.origin !== page.origin) throw invalid(`The endpoint of a site must be one of ${page.origin}.`);
  return { triggers: patterns.map(triggerOf), endpoint: url };
}

/** `shop *` and `shop` stand for what begins so; `*` alone for everything. */
function triggerOf(pattern: string): Trigger {
  const value = pattern.replaceAll('*', '').slice(0, 200);
  return value.trim() === '' ? { type: 'always', value: '' } : { type: 'prefix', value };
}

function listed({ id, name, description, triggers, page, type }: Provider, isDefault: boolean) {
  return { id, name, description, triggers, isDefault, origin: page.origin, type };
}

function declaredIn(value: unknown): unknown[] {
  const { providers } = isRecord(value) ? value : {};
  return Array.isArray(providers) ? providers.filter(isRecord) : [];
}
