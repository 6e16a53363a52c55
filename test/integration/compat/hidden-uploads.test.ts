// Files for a page of Claude in Chrome, whose extension opens them by their paths: what is hidden is refused on every way in.
import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { contextResult, openScene, RawClient, textResult } from './claude-scene.ts';
import type { ClaudeScene, ToolRequest } from './claude-scene.ts';

/** One agent's way to hand these paths to the page of its tab; answers all that it was told, as text. */
type Upload = (paths: readonly string[], more?: object) => Promise<string>;

const opened = { tabId: 7, title: 'New', url: 'about:blank' };

function answerOf({ tool }: ToolRequest): object {
  if (tool === 'tabs_create_mcp') return textResult(JSON.stringify(opened));
  return tool === 'tabs_context_mcp' ? contextResult(7) : textResult('done');
}

const ways: readonly [string, (scene: ClaudeScene) => Promise<Upload>][] = [
  [
    'spec 001',
    async ({ socketPath }) => {
      const client = await RawClient.connect(socketPath);
      await client.execute('tabs_create_mcp');
      return async (paths, more) =>
        JSON.stringify(await client.execute('file_upload', { paths, ref: 'ref_1', tabId: 7, ...more }));
    },
  ],
  [
    'MCP over HTTP',
    async ({ place, panel }) => {
      const agent = await place.httpAgent(await panel.request('clients:create', { name: 'Any', start: 'own-tabs' }));
      await agent.call('tabs_create', {});
      return async (paths, more) => (await agent.call('file_upload', { paths, ref: 'ref_1', tabId: 7, ...more })).text;
    },
  ],
];

test.each(ways)(
  'By %s a hidden file does not reach the extension, and a visible one does by its real place.',
  async (_way, enter) => {
    const scene = await openScene();
    const extension = await scene.extend(answerOf);
    const upload = await enter(scene);
    const folder = await realpath(scene.place.folder);
    const at = (...names: string[]) => path.join(folder, ...names);
    await mkdir(at('.ssh'));
    await writeFile(at('.ssh', 'id_rsa'), 'key');
    await symlink(at('.ssh', 'id_rsa'), at('innocent.txt'));
    await symlink(at('.ssh'), at('documents'));
    await writeFile(at('report.pdf'), 'words');
    await symlink(at('report.pdf'), at('link.pdf'));
    const ours = path.join(await realpath(scene.place.home), 'pilothouse.db');

    const refused = [at('.ssh', 'id_rsa'), at('innocent.txt'), at('documents', 'id_rsa'), '/proc/self/environ', ours];
    for (const file of refused) expect(await upload([at('report.pdf'), file])).toContain('cannot be handed to a page');
    expect(await upload(['report.pdf'])).toContain('absolute paths');
    expect(extension.requests.filter(({ tool }) => tool === 'file_upload')).toEqual([]);

    // A member that the tool does not have might be one more path to the extension.
    await upload([at('link.pdf')], { path: at('.ssh', 'id_rsa'), files: [at('.ssh', 'id_rsa')] });
    expect(extension.requests.filter(({ tool }) => tool === 'file_upload').map(({ args }) => args)).toEqual([
      { paths: [at('report.pdf')], ref: 'ref_1', tabId: 7 },
    ]);
  },
);
