// The drop-in, whole: the user switches it on, the browser starts what the manifest names, and an agent drives the extension.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { startLauncher } from '../native-host/relay-child.ts';
import { SpecExtension, textResult, withGroup } from './claude-scene.ts';
import type { ManifestHostId } from '../../../contract/schemas/manifests.ts';
import type { PanelClient } from '../../support/panel-client.ts';
import type { RelayChild } from '../native-host/relay-child.ts';

interface Manifest {
  readonly path: string;
  readonly allowed_origins?: readonly string[];
  readonly allowed_extensions?: readonly string[];
}

async function openHub(...folders: string[]) {
  const place = usePlace();
  for (const folder of folders) mkdirSync(path.join(place.folder, folder), { recursive: true });
  const panel = await place.panel(await place.serve());
  return { place, panel };
}

/** As the browser reads it. */
function manifestAt(file: string): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

function launch({ path: launcher }: Manifest, argv: readonly string[]): RelayChild {
  const relay = startLauncher(launcher, argv);
  onTestFinished(async () => {
    relay.child.stdin?.end();
    await relay.exited;
  });
  return relay;
}

async function approve(panel: PanelClient): Promise<string> {
  await panel.waitFor(({ browsers }) => Object.keys(browsers).length === 1, 'the extension waits');
  const [browserId = ''] = Object.keys(panel.snapshot.browsers);
  await panel.request('browsers:approve', { browserId });
  await panel.waitFor(({ browsers }) => browsers[browserId]?.state.kind === 'connected', 'it is approved');
  return browserId;
}

test.each<[ManifestHostId, string]>([
  ['claude-code', 'com.anthropic.claude_code_browser_extension'],
  ['claude-desktop', 'com.anthropic.claude_browser_extension'],
])(
  'Claude in Chrome, started under the name of %s, is driven by an agent, and its own host comes back afterwards.',
  async (host, name) => {
    const { place, panel } = await openHub('.config/chromium/NativeMessagingHosts');
    const file = path.join(place.folder, `.config/chromium/NativeMessagingHosts/${name}.json`);
    const theirs = `{ "name": "${name}", "path": "/opt/claude/native-host" }`;
    writeFileSync(file, theirs);
    await expect(panel.request('manifests:install', { browserId: 'chromium', host })).rejects.toThrow(
      'Belongs to /opt/claude/native-host.',
    );
    await panel.request('manifests:install', { browserId: 'chromium', host, replace: true });

    const manifest = manifestAt(file);
    expect(manifest.allowed_origins).toContain('chrome-extension://fcoeoabgfenejglbffodgkkbkcdhcgfn/');
    const extension = new SpecExtension(
      launch(manifest, ['chrome-extension://fcoeoabgfenejglbffodgkkbkcdhcgfn/']),
      withGroup(({ tool }) => textResult(`${tool} done`)),
    );
    extension.say({ type: 'ping' });
    await approve(panel);
    const agent = await place.httpAgent(await panel.request('clients:create', { name: 'Any', start: 'own-tabs' }));
    await agent.call('tabs_create', { url: 'https://example.com/' });
    expect(await agent.call('get_page_text', { tabId: 7 })).toEqual({ text: 'get_page_text done', isError: false });
    expect(extension.heard.filter(({ type }) => type === 'pong')).toHaveLength(1);
    expect(extension.requests).toContainEqual(expect.objectContaining({ tool: 'get_page_text', args: { tabId: 7 } }));

    await panel.request('manifests:uninstall', { browserId: 'chromium', host });
    expect(readFileSync(file, 'utf8')).toBe(theirs);
  },
);

test('Claudezilla, started by Firefox with the manifest’s path and its own id, is driven by an agent.', async () => {
  const { place, panel } = await openHub('.mozilla');
  const { row } = await panel.request('manifests:install', { browserId: 'firefox', host: 'claudezilla' });
  const [file = ''] = row.paths;
  const manifest = manifestAt(file);
  expect(manifest.allowed_extensions).toEqual(['claudezilla@boot.industries']);
  const relay = launch(manifest, [file, 'claudezilla@boot.industries']);
  void (async () => {
    for (;;) {
      const { id, command, params } = JSON.parse((await relay.take()).toString()) as {
        id: string;
        command: string;
        params: { agentId?: string; url?: string };
      };
      const tab = { tabId: 2, url: 'http://127.0.0.1/a1', title: 'A', active: true, ownerId: params.agentId };
      const results: Record<string, object> = {
        createWindow: { windowId: 25, ...tab, tabCount: 1, maxTabs: 12, closedOldestTab: null },
        getTabs: { windowId: 25, tabs: [tab] },
        getContent: { ...tab, text: 'HelloGo' },
      };
      relay.send(JSON.stringify({ id, success: true, result: results[command] ?? {} }));
    }
  })();
  await approve(panel);
  const agent = await place.httpAgent(await panel.request('clients:create', { name: 'Any', start: 'own-tabs' }));
  await agent.call('tabs_create', { url: 'http://127.0.0.1/a1' });
  expect(await agent.call('get_page_text')).toEqual({
    text: 'Title: A\nURL: http://127.0.0.1/a1\n\nHelloGo',
    isError: false,
  });
});
