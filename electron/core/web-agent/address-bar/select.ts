// What follows when the user chooses a suggestion: a call of a tool in the name of its page, or data for the companion, which opens, shows or
// copies it.

import { isRecord, recordIn } from '../../../../contract/json.ts';
import { isMemberOn, pageAsks, pageMembers } from '../../../../contract/web-agent.ts';
import { useModel } from '../../agent-connections/use-model.ts';
import { callTool } from '../call-tool.ts';
import { isBlocked } from '../offered.ts';
import { resultOf } from '../page-asked.ts';
import { PageFault } from '../page-fault.ts';
import { bookOf, expectGranted } from '../page-standing.ts';
import { expectMayCall, findTool } from '../page-tools.ts';
import { readText } from '../text-session-family.ts';
import { parseArguments } from './shortcut.ts';
import { opened, readSuggestions } from './suggestion.ts';
import type { OmniboxChosen } from '../../../../contract/schemas/companion.ts';
import type { OfferedCallable } from '../../tools/callable.ts';
import type { IncomingRequest } from '../../wire/incoming-request.ts';
import type { PageAsked } from '../page-asked.ts';
import type { PageServices } from '../page-services.ts';
import type { Provider } from './providers.ts';
import type { Shortcut } from './shortcut.ts';
import type { Chosen } from './suggestion.ts';

const toolMs = 30_000;
const modelMs = 60_000;
const askMs = 10_000;
const patienceMs = 25_000;
const maxResultChars = 100_000;

export interface Selected {
  readonly provider: Provider;
  readonly chosen: Chosen;
  readonly said: unknown;
  /** What was typed after its trigger. */
  readonly query: string;
}

/** Rejects with PageFault where the page may not do what it suggests. */
export async function select(
  services: PageServices,
  { provider, chosen, said, query }: Selected,
  request: IncomingRequest,
): Promise<OmniboxChosen> {
  const { page, type } = provider;
  if (type === 'ai') tellPage(provider, said, request);
  switch (chosen.kind) {
    case 'open':
    case 'search':
    case 'copy':
      return chosen;
    case 'show':
      return { kind: 'show', text: chosen.text, how: 'popup' };
    case 'page':
      return { kind: 'none' };
    case 'tool': {
      const asked = { page, request, policy: { patienceMs, timeoutMs: toolMs }, decided: () => {} };
      return shownAs(provider, await callFor(services, asked, provider, chosen, query));
    }
  }
}

/** Its page may do something itself; nobody waits for that. */
function tellPage({ id, page }: Provider, suggestion: unknown, { seq, signal }: IncomingRequest): void {
  const params = { providerId: id, suggestion };
  page.ask(pageAsks.addressBarSelect, params, { parent: seq, signal, timeoutMs: askMs }).catch(() => {});
}

type Asked = Pick<PageAsked, 'page' | 'request' | 'policy' | 'decided'>;

async function callFor(
  services: PageServices,
  asked: Asked,
  { shortcut }: Provider,
  { name, args }: Extract<Chosen, { kind: 'tool' }>,
  query: string,
): Promise<unknown> {
  const { page } = asked;
  expectOn(services, asked, 'agent.tools.call');
  expectGranted(bookOf(services), page, ['addressBar:execute']);
  const tool = expectMayCall(services, page, name, findTool(services, page, name));
  const what = { kind: 'at-page', member: 'agent.addressBar' } as const;
  const { request, policy } = asked;
  const wanted = { scope: 'addressBar:execute', id: 'page/agent.addressBar.select', what } as const;
  const answer = await services.agentServices.router.use(
    page.agentOf,
    { ...wanted, params: { tool: tool.id }, request, policy },
    async (expectAllowed, signal) => {
      const given = shortcut ? await argumentsFor(services, asked, { shortcut, tool, query, signal }) : { ...args };
      expectAllowed();
      const own = { ...asked, request: { ...request, signal } };
      return callTool(services, own, { name: tool.id, arguments: given });
    },
  );
  return resultOf(asked, answer);
}

interface Parsing {
  readonly shortcut: Shortcut;
  readonly tool: OfferedCallable;
  readonly query: string;
  readonly signal: AbortSignal;
}

async function argumentsFor(services: PageServices, asked: Asked, parsing: Parsing): Promise<Record<string, unknown>> {
  const { shortcut, tool, query } = parsing;
  if (shortcut.parser === 'page') return byPage(asked, parsing);
  if (shortcut.parser === 'model') return byModel(services, asked, parsing);
  return parseArguments(shortcut, query, tool.tool.inputSchema);
}

/** The function stays in its page, and is asked there. */
async function byPage(
  { page, request }: Asked,
  { shortcut, query, signal }: Parsing,
): Promise<Record<string, unknown>> {
  const params = { providerId: `shortcut:${shortcut.trigger}`, context: { query } };
  const options = { parent: request.seq, signal, timeoutMs: askMs };
  const [said] = readSuggestions(await page.ask(pageAsks.addressBarQuery, params, options), 1);
  if (said?.chosen.kind === 'tool') return { ...said.chosen.args };
  throw new PageFault('ERR_HANDLER_FAILED', `The parser of ${shortcut.trigger} gave no arguments for its tool.`);
}

/** The user's model writes them, and the page has to be allowed to ask it. */
async function byModel(
  services: PageServices,
  asked: Asked,
  { shortcut, tool, query, signal }: Parsing,
): Promise<Record<string, unknown>> {
  const { page, policy } = asked;
  expectOn(services, asked, 'session.prompt');
  expectGranted(bookOf(services), page, ['model:prompt']);
  const system = [
    'Write the arguments of a tool as one JSON object, and nothing else.',
    `The tool: ${JSON.stringify({ name: tool.tool.name, inputSchema: tool.tool.inputSchema ?? {} })}`,
    shortcut.modelPrompt,
  ].join('\n');
  const messages = [{ role: 'user', parts: [{ kind: 'text', text: query }] }] as const;
  const request = { ...asked.request, signal: AbortSignal.any([signal, AbortSignal.timeout(modelMs)]) };
  const use = { agent: page.agentOf, params: { query }, policy, request };
  const answer = await useModel(services, use, { model: null, system, messages }, (events, expectAllowed) =>
    readText(events, expectAllowed, () => {}),
  );
  const text = resultOf(asked, answer);
  const args = recordIn(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  if (args) return args;
  throw new PageFault('ERR_MODEL_FAILED', `The model wrote no arguments for ${tool.id}.`);
}

function expectOn({ rules }: PageServices, { page }: Asked, name: 'agent.tools.call' | 'session.prompt'): void {
  if (isBlocked({ rules }, page))
    throw new PageFault('ERR_PERMISSION_DENIED', `Permission denied: the user has blocked ${page.origin}.`);
  if (isMemberOn(pageMembers[name], page.flags)) return;
  const [flag] = pageMembers[name].flags;
  throw new PageFault('ERR_FEATURE_DISABLED', `Feature "${flag}" is not enabled for ${page.origin}.`, { flag });
}

function shownAs({ resultHandler }: Provider, result: unknown): OmniboxChosen {
  const text = textOf(result);
  const isError = isRecord(result) && result.isError === true;
  if (isError) return { kind: 'show', text, how: 'popup' };
  const address = resultHandler === 'navigate' ? opened(text.trim()) : null;
  if (address) return address;
  if (resultHandler === 'clipboard') return { kind: 'copy', text };
  return { kind: 'show', text, how: resultHandler === 'inline' ? 'inline' : 'popup' };
}

function textOf(result: unknown): string {
  const content = isRecord(result) && Array.isArray(result.content) ? result.content : [];
  const texts = content.flatMap(part => (isRecord(part) && typeof part.text === 'string' ? [part.text] : []));
  return (texts.length > 0 ? texts.join('\n') : JSON.stringify(result)).slice(0, maxResultChars);
}
