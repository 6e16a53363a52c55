// Chat, Models and Plugins as they are after a while of use, of a hub that is the fixture: no short scene brings all of that about.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { describeWith } from '../support/provided.ts';
import { type FixtureScene, openFixtureScene } from './fixture-scene.ts';
import type { Page } from 'playwright';

let scene: FixtureScene;

/** Each with its place and what it shows there. */
const screens: readonly (readonly [
  name: string,
  place: string,
  sight: (page: Page) => ReturnType<Page['getByText']>,
])[] = [
  ['chat', 'chat', page => page.getByRole('log', { name: 'Messages' }).getByRole('article', { name: 'Chat' })],
  ['models', 'models/qwen2-5-7b', page => page.getByRole('region', { name: /^Provider / }).getByRole('tab')],
  [
    'plugins',
    `servers/${encodeURIComponent('plugins:decode@plugins.example')}`,
    page => page.getByRole('region', { name: 'Plugin Decode' }).getByRole('img', { name: '19 answered, 1 missed' }),
  ],
];

/** What the call of the conversation waits for. */
const ofChat = {
  ...{ clientId: 'chat', agentId: 'chat', agentName: 'Chat', program: null },
  ...{ tool: 'github/create_issue', resource: { kind: 'server', serverId: 'github' } },
  where: { kind: 'at-server', server: 'github' },
  argumentsText: '{"title": "Nightly run fails without vat_id", "labels": ["billing"]}',
};

describeWith(['chromium'], 'screens in use', () => {
  beforeAll(async () => {
    scene = await openFixtureScene();
    const { prompts } = scene.hub.snapshot();
    scene.hub.change('prompts', 'prompt-88', { ...prompts['prompt-88'], ...ofChat });
  });

  afterAll(() => scene?.close());

  test.each(screens)('%s shows what happens, well drawn in both themes and sizes', async (name, place, sight) => {
    await scene.goTo(place);
    await sight(scene.page).first().waitFor();
    expect(await look(scene.page, `in-use-${name}`)).toEqual([]);
    await scene.panel.picturesForDocs(name);
  });

  test('nothing of it troubled the page', () => expect(scene.panel.troubles).toEqual([]));
});
