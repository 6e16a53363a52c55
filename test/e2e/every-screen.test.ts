// Every screen, over a served page and over the desktop app: of a hub that knows nobody yet, and of one at work.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { type ScreenName, screens } from '../support/panel-page.ts';
import { describeOver, type PanelShell } from '../support/panel-shells.ts';
import { type Work, work } from './work-scene.ts';
import type { Page } from 'playwright';

type Sight = (page: Page) => ReturnType<Page['getByText']>;

/** What each screen says before anybody is connected. */
const empty: Readonly<Record<ScreenName, Sight>> = {
  Overview: page => page.getByText('no agents, no browsers, 1 server'),
  Traces: page => page.getByText('No message has passed yet'),
  Tabs: page => page.getByText('No browser yet'),
  Fleet: page => page.getByRole('heading', { name: 'This hub stands alone' }),
  Permissions: page => page.getByText('Nothing waits for you'),
  Agents: page => page.getByText('No agent is connected'),
  Servers: page => page.getByLabel('Full command'),
  Tools: page => page.getByRole('row', { name: /^navigate/ }),
  Chat: page => page.getByText('Chat needs a model'),
  Connect: page => page.getByText('1 of 5 steps are green'),
  Catalogue: page => page.getByRole('heading', { name: 'Nothing has been fetched' }),
  Models: page => page.getByRole('heading', { name: 'Chat needs a model' }),
  Doctor: page => page.getByText(/^ran at .* fine/),
  Settings: page => page.getByRole('switch', { name: 'Single letters as keys' }),
};

/** What each screen has of a hub with a browser, a server and three agents. */
const atWork: Readonly<Record<ScreenName, Sight>> = {
  Overview: page => page.getByText('Claude Code used everything__echo'),
  Traces: page => page.getByRole('row', { name: /Codex CLI.*read_page.*owner: tab/ }),
  Tabs: page => page.getByText('Page /pulls'),
  Fleet: page => page.getByRole('row', { name: /this hub.*Running.*3/ }),
  Permissions: page => page.getByText(/^Cursor wants to call a tool of everything/),
  Agents: page => page.getByRole('row', { name: /Claude Code/ }).getByText(/2\.1\.330, stdio/),
  Servers: page => page.getByRole('row', { name: /everything.*running/ }),
  Tools: page => page.getByRole('row', { name: /everything\/echo/ }),
  Chat: page => page.getByText('Chat needs a model'),
  Connect: page => page.getByText('5 of 5 steps are green'),
  Catalogue: page => page.getByRole('heading', { name: 'Nothing has been fetched' }),
  Models: page => page.getByRole('heading', { name: 'Chat needs a model' }),
  Doctor: page => page.getByText(/^ran at .* fine/),
  Settings: page => page.getByRole('switch', { name: 'Single letters as keys' }),
};

/** Whose pictures for the docs are made in `full-screens.test.ts` and `fleet-screen.test.ts`, with models and other hubs there. */
const inUse: ReadonlySet<ScreenName> = new Set(['Chat', 'Models', 'Fleet']);

describeOver('every screen', (open, kind) => {
  let shell: PanelShell;

  beforeAll(async () => {
    shell = await open();
  });

  afterAll(() => shell?.close());

  test.each(screens)('%s says what is true and what to do while nobody is connected', async screen => {
    await shell.panel.go(screen);
    await empty[screen](shell.page).first().waitFor();
    await shell.panel.screenshot(`empty-${screen.toLowerCase()}`);
  });

  describe('at work', () => {
    let scene: Work;

    beforeAll(async () => {
      scene = await work(shell);
    });

    afterAll(() => scene?.close());

    test.each(screens)('%s shows what happens, well drawn in both themes and sizes', async screen => {
      const { page, panel } = shell;
      await panel.go(screen);
      await atWork[screen](page).first().waitFor();
      expect(await look(page, panel.nameOf(`at-work-${screen.toLowerCase()}`))).toEqual([]);
      if (kind === 'served' && !inUse.has(screen)) await panel.picturesForDocs(screen.toLowerCase());
    });

    test('nothing of it troubled the page', () => expect(shell.panel.troubles).toEqual([]));
  });
});
