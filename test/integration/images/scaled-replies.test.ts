// Pictures that are larger than the asker's wire takes, through a real hub: scaled on spec 001's socket and in spec 000's lines.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { imageSize } from '../../../electron/core/images/image-size.ts';
import { noise } from '../../support/pictures.ts';
import { openScene, RawClient, textResult, withGroup } from '../compat/claude-scene.ts';
import type { ToolRequest } from '../compat/claude-scene.ts';

const cap = 1_048_576;

test('A screenshot over 1 MiB reaches a client of spec 001 scaled; a text over it is refused with its size.', async () => {
  const { socketPath, extend } = await openScene();
  const data = noise(1_200, 900).png.toString('base64');
  const shown = ({ tool }: ToolRequest) => {
    if (tool === 'get_page_text') return textResult('x'.repeat(cap));
    const source = { type: 'base64', media_type: 'image/png', data };
    return { result: { content: [{ type: 'image', source }] } };
  };
  await extend(withGroup(shown));
  const client = await RawClient.connect(socketPath);
  await client.execute('tabs_context_mcp', { createIfEmpty: true });
  const answer = (await client.execute('computer', { action: 'screenshot', tabId: 7 })) as Answer;
  const [image, said] = answer.result.content;
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(cap);
  const size = imageSize(Buffer.from(image?.source?.data ?? '', 'base64'));
  expect(said?.text).toBe(
    `The picture was scaled from 1200x900 to ${size?.width}x${size?.height}, because this wire takes at most ${cap} bytes.`,
  );
  expect(image?.source?.media_type).toBe('image/jpeg');
  expect(await client.execute('get_page_text', { tabId: 7 })).toEqual({
    error: {
      content: expect.stringMatching(
        /^ERR_TOO_LARGE: the answer is 1048\d{3} bytes and this wire takes at most 1048576; .+/,
      ),
    },
  });
  await client.close();
});

test('A picture that is wanted as a file is written as the browser gave it, and the browser is not told.', async () => {
  const { socketPath, extend, place } = await openScene();
  const { png } = noise(1_200, 900);
  const source = { type: 'base64', media_type: 'image/png', data: png.toString('base64') };
  const extension = await extend(
    withGroup(({ args }) =>
      args.action === 'hover' ? textResult('done') : { result: { content: [{ type: 'image', source }] } },
    ),
  );
  const client = await RawClient.connect(socketPath);
  await client.execute('tabs_context_mcp', { createIfEmpty: true });
  const ask = async (action: string, wanted: unknown) => {
    const args = { action, tabId: 7, save_to_disk: wanted };
    return ((await client.execute('computer', args)) as Answer).result.content;
  };
  const content = await ask('screenshot', true);
  expect(content[0]?.source?.media_type).toBe('image/jpeg');
  const file = /^saved as (.+)$/.exec(content.at(-1)?.text ?? '')?.[1] ?? '';
  expect(path.dirname(file)).toBe(path.join(place.home, 'pictures'));
  // `toEqual` would compare four million bytes one by one, for minutes on a busy machine.
  expect(readFileSync(file).equals(png)).toBe(true);
  expect(await ask('hover', true)).toMatchObject([
    { text: 'done' },
    { text: 'Nothing was saved: save_to_disk is of a picture, and this answer has none.' },
  ]);
  expect(JSON.stringify(await ask('screenshot', false))).not.toContain('saved');
  expect(readdirSync(path.dirname(file))).toHaveLength(1);
  const asked = extension.requests.filter(({ tool }) => tool === 'computer');
  expect(asked.map(({ args }) => Object.keys(args).includes('save_to_disk'))).toEqual([false, false, false]);
  await client.close();
});

test('Twenty screenshots in one batch reach it too, all of them, each smaller.', async () => {
  const { socketPath, extend } = await openScene();
  const data = noise(400, 300).png.toString('base64');
  const source = { type: 'base64', media_type: 'image/png', data };
  await extend(withGroup(() => ({ result: { content: [{ type: 'image', source }] } })));
  const client = await RawClient.connect(socketPath);
  await client.execute('tabs_context_mcp', { createIfEmpty: true });
  const action = { name: 'computer', input: { action: 'screenshot', tabId: 7 } };
  const actions = Array.from({ length: 20 }, () => action);
  expect(20 * data.length).toBeGreaterThan(cap);
  const answer = (await client.execute('browser_batch', { actions })) as Answer;
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(cap);
  expect(answer.result.content.filter(({ source: shown }) => shown?.media_type === 'image/jpeg')).toHaveLength(20);
  await client.close();
});

interface Answer {
  readonly result: {
    readonly content: readonly { readonly text?: string; readonly source?: { data: string; media_type: string } }[];
  };
}
