// window.agent: permissions, tools, the browser, runs, sessions, other agents (spec 003 "window.agent").
import { createAddressBar } from './address-bar.ts';
import { createSessions } from './agent-sessions.ts';
import { createAgents } from './agents.ts';
import { createBrowser } from './browser.ts';
import { freeze, OwnString } from './captured.ts';
import { fetchOptions } from './fetch-options.ts';
import { ensureOn } from './flags.ts';
import { family } from './members.ts';
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
function run(options: unknown): AsyncIterable<unknown> {
  ensureOn(toolCalling);
  return stream('agent.run', toolCalling, copyOptions(options), own(options, 'signal'), readRunEvent);
}

export function createAgent(): object {
  const addressBar = createAddressBar();
  return freeze({
    ...family('agent', [], {
      requestPermissions: '...',
      capabilities: '',
      permissions: { list: '' },
      mcp: { discover: '', register: '...', unregister: 'serverId' },
      chat: { canOpen: '', open: '...', close: 'chatId' },
    }),
    ...family('agent', ['browserControl'], {
      fetch: (ask, url, options) => ask(fetchOptions({ url: OwnString(url) }, options)),
    }),
    tools: createTools(),
    browser: createBrowser(),
    run: freeze((options: unknown) => run(options)),
    sessions: createSessions(),
    agents: createAgents(),
    addressBar,
    commandBar: addressBar,
  });
}
