// What goes wrong at a real hub: calls are refused, a server crashes, another program holds a socket and the place of a manifest.
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '../support/provided.ts';
import { profileOf } from '../support/stage.ts';
import type { PanelClient } from '../support/panel-client.ts';
import type { Stage } from '../support/stage.ts';
import type { TabScene } from './tab-scene.ts';

export interface Troubles {
  /** The server that ends before its handshake. */
  readonly serverId: string;
  close(): Promise<void>;
}

export async function makeTroubles(stage: Stage, hub: PanelClient, scene: TabScene): Promise<Troubles> {
  const holder = await holdSocket(stage, hub);
  await layForeignManifest(stage);
  await crash(stage, hub);
  await refuse(hub, scene);
  const asking = spawn(
    process.execPath,
    [join(repositoryRoot, 'dist/headless/pilothouse.js'), '--home', stage.home, 'open'],
    {
      env: { ...process.env, HOME: stage.userHome },
      stdio: 'ignore',
    },
  );
  await hub.waitFor(({ confirmations }) => Object.keys(confirmations).length > 0, 'a shell waits for a confirmation');
  return {
    serverId: 'crashing',
    close: async () => {
      asking.kill();
      await new Promise(resolve => holder.close(resolve));
    },
  };
}

/** The socket of Claude Code, before it is switched on again. */
async function holdSocket(stage: Stage, hub: PanelClient) {
  const endpointId = 'claude-code-frames';
  await hub.request('endpoints:set', { endpointId, on: false });
  await hub.waitFor(({ endpoints }) => endpoints[endpointId]?.state.kind === 'off', 'the socket is closed');
  const socket = join(stage.userHome, `tmp/claude-code-mcp-${userInfo().username}.sock`);
  await mkdir(dirname(socket), { recursive: true });
  const holder = createServer();
  await new Promise<void>(resolve => holder.listen(socket, resolve));
  await hub.request('endpoints:set', { endpointId, on: true });
  await hub.waitFor(({ endpoints }) => endpoints[endpointId]?.state.kind === 'held', 'the socket is held');
  return holder;
}

async function layForeignManifest({ userHome }: Stage): Promise<void> {
  const folder = join(profileOf(userHome), 'NativeMessagingHosts');
  await mkdir(folder, { recursive: true });
  const manifest = { description: 'x', path: '/opt/other/host', type: 'stdio', allowed_origins: [] };
  for (const name of ['dev.pilothouse.relay', 'com.anthropic.claude_code_browser_extension'])
    await writeFile(join(folder, `${name}.json`), JSON.stringify({ name, ...manifest }));
}

async function crash({ userHome }: Stage, hub: PanelClient): Promise<void> {
  // What it says itself is no word of English.
  const script = join(userHome, 'crashing.mjs');
  await writeFile(script, "console.error('ENOSPC');process.exit(1);");
  const text = JSON.stringify({ mcpServers: { crashing: { command: process.execPath, args: [script] } } });
  await hub.request('servers:add', { kind: 'json', text });
  await hub.waitFor(({ servers }) => 'crashing' in servers, 'the server is shown');
  await hub.request('servers:approve', { serverId: 'crashing', hash: hub.snapshot.servers['crashing']?.hash ?? '' });
  const over = new Set(['crashed', 'waiting', 'failed']);
  await hub.waitFor(({ servers }) => over.has(servers['crashing']?.state.kind ?? ''), 'it has crashed');
}

/** By the owner, by a grant that has ended since, by the target, by the mode of one and of all; and one question is never answered. */
async function refuse(hub: PanelClient, { claude, codex }: TabScene): Promise<void> {
  const [tab] = Object.values(hub.snapshot.tabs).filter(({ title }) => title.includes('/billing'));
  const [agent] = Object.values(hub.snapshot.agents).filter(({ name }) => name === 'Codex CLI');
  const call = (name: string, args: Record<string, unknown> = {}) =>
    codex.callTool({ name, arguments: args }).catch(() => null);
  await call('read_page', { tabId: tab?.tabId });
  await call('read_page', { tabId: 999_999 });
  const subject = { kind: 'client', id: agent?.clientId ?? '' } as const;
  const { grant } = await hub.request('grants:set', { effect: 'deny', subject, scope: 'browser:tabs.create' });
  await call('tabs_create', { url: 'http://127.0.0.1:1/' });
  await hub.request('grants:revoke', { grantId: grant.id });
  await hub.request('agents:set-mode', { agentId: agent?.id ?? '', mode: 'read-only' });
  await call('tabs_create', { url: 'http://127.0.0.1:1/' });
  await hub.request('agents:set-mode', { agentId: agent?.id ?? '', mode: 'running' });
  await hub.request('hub:set-mode', { mode: 'read-only' });
  await claude.callTool({ name: 'tabs_create', arguments: { url: 'http://127.0.0.1:1/' } }).catch(() => null);
  await hub.request('hub:set-mode', { mode: 'running' });
  void call('everything__toggle-simulated-logging');
  await hub.waitFor(({ prompts }) => Object.keys(prompts).length > 0, 'a question is asked');
}
