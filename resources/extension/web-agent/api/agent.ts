// window.agent: permissions, tools, the browser, runs, sessions, other agents (spec 003 "window.agent").
import { createAddressBar } from './address-bar.ts';
import { createSessions } from './agent-sessions.ts';
import { createAgents } from './agents.ts';
import { createBrowser } from './browser.ts';
import { freeze, OwnString } from './captured.ts';
import { fetchOptions, takeHeaders } from './fetch-options.ts';
import { ensureOn } from './flags.ts';
import { family, withGroups } from './members.ts';
import { type Sink, stream } from './streams.ts';
import { createTools } from './tools.ts';
import { copyOptions, isObject, own, put } from './values.ts';
import type { PageFlag } from '../../../../contract/web-agent.ts';

const toolCalling: readonly PageFlag[] = ['toolCalling'];

/** The errors of events are `{code, message}` in one generation and texts in another: both read well. */
function readRunEvent(event: unknown, to: Sink): void {
  if (!isObject(event)) return;
  const error = own(event, 'error');
  if (isObject(error)) put(error, 'toString', () => own(error, 'message'), false);
  to.push(event);
  if (own(event, 'type') === 'error') to.end();
}

/** Throws at once while runs are off, as its own generation did. */
const run = (options: unknown): AsyncIterable<unknown> => {
  ensureOn(toolCalling);
  return stream('agent.run', toolCalling, copyOptions(options), own(options, 'signal'), readRunEvent);
};

export function createAgent(): object {
  takeHeaders();
  let addressBar: object | undefined;
  const openAddressBar = (): object => (addressBar ??= createAddressBar());
  const members = {
    ...family('agent', [], { requestPermissions: '...', capabilities: '' }),
    ...family('agent', ['browserControl'], {
      fetch: (ask, url, options) => ask(fetchOptions({ url: OwnString(url) }, options)),
    }),
    run: freeze(run),
  };
  return withGroups('agent', [], members, {
    permissions: { list: '' },
    tools: createTools,
    browser: createBrowser,
    sessions: createSessions,
    mcp: { discover: '', register: '...', unregister: 'serverId' },
    chat: { canOpen: '', open: '...', close: 'chatId' },
    agents: createAgents,
    addressBar: openAddressBar,
    commandBar: openAddressBar,
  });
}
