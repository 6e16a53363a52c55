// Played extensions at a real relay's standard streams, one for each kind: each answers at once what it is told.
import { join } from 'node:path';
import { companionProtocol } from '../../../contract/companion.ts';
import { extensionIds } from '../../../contract/names.ts';
import { repositoryRoot } from '../../support/provided.ts';
import { HostProcess } from '../host-process.ts';

export interface PlayedExtension {
  readonly relayPid: number;
  close(): Promise<void>;
}

type Said = Record<string, unknown>;
/** What is said to a message of the hub; null for nothing. */
type Answer = (said: Said) => object | null;

/** What a page says, so that every answer names the tab that was asked about. */
export const pageOf = (tabId: unknown) => `page of tab ${String(tabId)}`;

function play(home: string, argv: readonly string[], answer: Answer, first: object[] = []): PlayedExtension {
  const script = join(repositoryRoot, 'dist/relay/relay.cjs');
  const relay = new HostProcess(process.execPath, [script, '--home', home, ...argv]);
  relay.onFrame(frame => {
    const said = JSON.parse(frame.toString()) as Said;
    if (said['relay'] === 'connected') for (const message of first) relay.send(JSON.stringify(message));
    const answered = answer(said);
    if (answered) relay.send(JSON.stringify(answered));
  });
  return { relayPid: relay.child.pid ?? 0, close: () => relay.close() };
}

function pilothouse(home: string): PlayedExtension {
  let nextTab = 1;
  const hello = {
    protocol: companionProtocol,
    profileId: 'profile-of-a-bench',
    runId: 'run-of-a-bench',
    pairKey: null,
    browser: { family: 'chromium', name: 'Chromium', version: '150.0', os: 'linux' },
    extensionVersion: '0.1.0',
  };
  const answer: Answer = ({ id, method, params }) => {
    if (method !== 'call') return null;
    const { tool, tabId = nextTab } = params as { tool: string; tabId?: number };
    const tab = { tabId, windowId: 1, title: '', url: 'about:blank', active: true };
    const opened = tool === 'tabs_create';
    if (opened) nextTab += 1;
    const text = opened ? JSON.stringify({ tabId }) : pageOf(tabId);
    return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }], ...(opened && { tab }) } };
  };
  const first = { jsonrpc: '2.0', id: 'hello', method: 'hello', params: hello };
  return play(home, [`chrome-extension://${extensionIds.chromium}/`], answer, [first]);
}

function claudeFrames(home: string): PlayedExtension {
  const availableTabs: object[] = [];
  const answer: Answer = ({ type, params }) => {
    if (type !== 'tool_request') return null;
    const { tool, args } = params as { tool: string; args: Said };
    const made = { tabId: availableTabs.length + 1, title: '', url: 'about:blank' };
    if (tool === 'tabs_create_mcp') availableTabs.push(made);
    const listed = tool === 'tabs_context_mcp' ? { availableTabs } : made;
    const text = tool.startsWith('tabs_') ? JSON.stringify(listed) : pageOf(args['tabId']);
    return { type: 'tool_response', result: { content: [{ type: 'text', text }] } };
  };
  return play(home, ['chrome-extension://fcoeoabgfenejglbffodgkkbkcdhcgfn/'], answer);
}

function claudezilla(home: string): PlayedExtension {
  let nextTab = 1;
  const tabs: object[] = [];
  const answer: Answer = ({ id, command, params }) => {
    const { tabId } = params as { tabId?: number };
    if (command === 'getTabs') return { id, success: true, result: { windowId: 1, tabs } };
    if (command !== 'createWindow')
      return { id, success: true, result: { tabId, url: 'about:blank', title: '', text: pageOf(tabId) } };
    const made = { tabId: nextTab++, windowId: 1, url: 'about:blank', title: '', active: true };
    tabs.push(made);
    return { id, success: true, result: made };
  };
  return play(home, ['/home/ana/claudezilla.json', 'claudezilla@boot.industries'], answer);
}

export const extensions = { pilothouse, 'claude-frames': claudeFrames, claudezilla } as const;
