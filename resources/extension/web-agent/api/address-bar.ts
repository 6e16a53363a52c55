// agent.addressBar, which is agent.commandBar too: suggestions of the page for what the user types (spec 003 "Address Bar").
import { answerAsk } from './asks.ts';
import { apiError } from './errors.ts';
import { type Ask, family } from './members.ts';
import { copyOptions, listOf, nothing, own, settled, type Values } from './values.ts';

type PageFunction = (...args: unknown[]) => unknown;
interface Provider {
  readonly query: PageFunction;
  readonly select: PageFunction | undefined;
}
const providers = nothing<Provider>();

function asFunction(value: unknown): PageFunction | undefined {
  return typeof value === 'function' ? (value as PageFunction) : undefined;
}

/** Its functions stay in the page under the id that the hub gives it. */
function register(ask: Ask, options: unknown, query: PageFunction | undefined): Promise<unknown> {
  const select = asFunction(own(options, 'onSelect'));
  return ask(copyOptions(options), result => {
    if (query) providers[own(result, 'providerId') as string] = { query, select };
    return result;
  });
}

function registerProvider(ask: Ask, options: unknown): Promise<unknown> {
  return register(ask, options, asFunction(own(options, 'onQuery')));
}

function registerSiteProvider(ask: Ask, options: unknown): Promise<unknown> {
  if (own(options, 'origin') !== location.origin) {
    throw apiError('ERR_INVALID_REQUEST', `A site's provider has the origin of its page, ${location.origin}.`);
  }
  const onQuery = asFunction(own(options, 'onQuery'));
  const query = onQuery && ((context: unknown) => onQuery(own(context, 'query')));
  return register(ask, options, query);
}

function registerToolShortcuts(ask: Ask, options: unknown): Promise<unknown> {
  const payload = copyOptions(options);
  payload['shortcuts'] = listOf(own(options, 'shortcuts'), keptShortcut);
  return ask(payload);
}

/** A shortcut as it is sent; where the page has a parser of its own for arguments, the hub asks that one. */
function keptShortcut(shortcut: unknown): Values {
  const sent = copyOptions(shortcut);
  const parser = asFunction(own(shortcut, 'argParser'));
  if (!parser) return sent;
  const { trigger, tool, description } = sent;
  const provider = `shortcut:${trigger as string}`;
  const suggestions = (args: unknown): unknown => [
    { id: provider, type: 'tool', title: description ?? tool, tool: { name: tool, args }, provider },
  ];
  sent['argParser'] = 'custom';
  providers[provider] = {
    query: context => settled(() => parser(own(context, 'query')), suggestions),
    select: undefined,
  };
  return sent;
}

function unregisterProvider(ask: Ask, providerId: string): Promise<unknown> {
  delete providers[providerId];
  return ask({ providerId }, () => undefined);
}

/** What the hub asks about a provider. */
function providerOf(payload: unknown): Provider {
  const id = own(payload, 'providerId') as string;
  const provider = providers[id];
  if (!provider) throw apiError('ERR_NO_HANDLER', `The page has no provider "${id}" for the address bar.`);
  return provider;
}

export function startAddressBar(): void {
  answerAsk('page.addressBarQuery', payload => {
    const { query } = providerOf(payload);
    return settled(
      () => query(own(payload, 'context')),
      suggestions => ({ suggestions }),
    );
  });
  answerAsk('page.addressBarSelect', payload => providerOf(payload).select?.(own(payload, 'suggestion')));
}

export function createAddressBar(): object {
  return family('agent.addressBar', [], {
    canProvide: '',
    registerProvider,
    registerToolShortcuts,
    registerSiteProvider,
    discover: '',
    listProviders: '',
    unregisterProvider,
    setDefaultProvider: 'providerId',
    getDefaultProvider: '',
  });
}
