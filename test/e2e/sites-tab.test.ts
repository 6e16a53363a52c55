// The tab of the sites and the card on which a page asks: states, scopes, tools, flags, blocking with a way back, and what an answer says.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { fixtureSiteQuestion, ledger, manyTools, shop } from '../support/panel-fixture/sites.ts';
import { describeWith } from '../support/provided.ts';
import { type FixtureScene, openFixtureScene, sent } from './fixture-scene.ts';
import type { SiteQuestion } from '../../contract/schemas/web-agent.ts';

let scene: FixtureScene;

const open = (origin: string) => scene.goTo(`permissions/${encodeURIComponent(`sites/${origin}`)}`);
const detail = (name: string) => scene.page.getByRole('region', { name, exact: true });
const notice = (text: string) => scene.page.locator('.notices').getByText(text);

describeWith(['chromium'], 'the tab of the sites', () => {
  beforeAll(async () => {
    scene = await openFixtureScene('sites');
    await scene.panel.go('Permissions');
    await scene.page.getByRole('tab', { name: /^Sites/ }).click();
  });
  afterAll(() => scene?.close());

  test('asking ones stand first and blocked ones last, each with its state', async () => {
    const rows = scene.page.locator('.site-list tbody tr');
    const names = await rows.locator('td:first-child .two-lines').allTextContents();
    expect(names).toEqual([
      'shop.examplefirst time',
      'bot.research.example',
      'app.ledger.test1 tab open',
      'http://localhost:5173',
      'notes.atlas.test1 tab open',
      'xn--pypal-4ve.examplereads “pаypal.example”',
      'http://docs.ledger.testnot encrypted',
      'files on this machinefile://',
      'mail.example',
    ]);
    const states = await rows.locator('td:nth-child(2) .two-lines').allTextContents();
    expect(states.map(text => text.replace(/\d+:\d\d|(?<=rate, )\d+/, '…'))).toEqual([
      'asks for 3refused in …',
      'over its rate, … s34 requests refused',
      'generate text, list tools, 2 morealways, 1 denied, flags changed',
      'call toolsalways',
      'generate text, call tools, 1 morealways',
      'looks like another namenothing granted',
      'nothing granted1 denied',
      'offunless you switch it on',
      'blocked by youits pages find no API',
    ]);
    expect(await look(scene.page, 'sites')).toEqual([]);
  });

  test('one in detail: scopes with risk, life and uses, tools in boxes, flags, and what it used of models', async () => {
    await open(ledger);
    const one = detail('app.ledger.test');
    await one.getByText(/^encrypted, known since .*, now in tab “Ledger” of/).waitFor();
    const scopes = await one.getByRole('table', { name: 'Scopes' }).locator('tbody tr').allTextContents();
    expect(scopes.map(text => text.replace(/\d+\s(s|min|d) ago|\d+\smin left/g, '…'))).toEqual([
      'allowGenerate textmodel:promptlowalways96, …Revoke',
      'allowList toolsmcp:tools.listlowalways12, …Revoke',
      // With what was allowed of a plugin before.
      'allowCall toolsmcp:tools.callmedium…107, …Revoke',
      'allowRead this pagebrowser:activeTab.readmedium…in “Ledger”2, …Revoke',
      'denyClick and fill inbrowser:activeTab.interacthighalways1, …Revoke',
    ]);
    await one.getByText('4 allowed, 1 denied, 19 never decided').waitFor();
    await one.getByText('what the page is offered at all; 1 differs from your default').waitFor();
    await one.getByText('40.0k tokens in, 8.0k out, 96 answers in 7 days').waitFor();
    expect(await look(scene.page, 'sites-one')).toEqual([]);
    await scene.panel.picturesForDocs('sites', 'small');
  });

  test('a scope is revoked with all of its grants, a tool is ticked and taken away, a flag set and taken back', async () => {
    const one = detail('app.ledger.test');
    const search = one.getByRole('checkbox', { name: 'github/search_code' });
    await search.focus();
    await scene.page.keyboard.press('Space');
    await expect.poll(() => search.getAttribute('aria-checked')).toBe('false');
    await one.getByRole('checkbox', { name: 'notes/append' }).click();
    expect(sent(scene, 'sites:tick')).toEqual([
      { origin: ledger, toolId: 'github/search_code', on: false },
      { origin: ledger, toolId: 'notes/append', on: true },
    ]);
    await one.getByRole('switch', { name: 'Agents among pages' }).click();
    await one.getByText('2 differ from your default').waitFor();
    await one.getByRole('button', { name: 'Back to default' }).click();
    await one.getByText('none differs from your default').waitFor();
    expect(sent(scene, 'sites:set').at(-1)).toEqual({ origin: ledger, flags: { toolCalling: null, multiAgent: null } });
    await one.getByRole('button', { name: 'Revoke “Call tools” of app.ledger.test' }).click();
    await expect.poll(() => sent(scene, 'grants:revoke').length).toBe(4);
    await one.getByText('3 allowed, 1 denied, 20 never decided').waitFor();
  });

  test('X blocks, and Undo lets it ask again with what it had for always', async () => {
    const { page } = scene;
    await page.locator('.site-list tbody tr[data-picked="true"]').focus();
    await page.keyboard.press('x');
    await notice('app.ledger.test is blocked; its pages lose the API when they load again.').waitFor();
    await detail('app.ledger.test').getByText('Blocked by you').waitFor();
    expect(await look(page, 'sites-blocked')).toEqual([]);
    await page.locator('.notices').getByRole('button', { name: 'Undo' }).click();
    await notice('app.ledger.test may ask again.').waitFor();
    expect(sent(scene, 'sites:set').slice(-2)).toEqual([
      { origin: ledger, blocked: true },
      { origin: ledger, blocked: false },
    ]);
    // What was for now is asked about anew.
    expect(sent(scene, 'grants:set')).toMatchObject([
      { effect: 'allow', scope: 'model:prompt', lifetime: 'always' },
      { effect: 'allow', scope: 'mcp:tools.list', lifetime: 'always' },
    ]);
  });

  test('a scope is denied by hand; to allow tools is to tick them', async () => {
    const { page } = scene;
    await open(shop);
    await detail('shop.example').getByRole('button', { name: 'Allow or deny another' }).click();
    const sheet = page.getByRole('dialog', { name: 'Allow or deny shop.example' });
    const offered = await sheet.getByRole('combobox', { name: 'Scope' }).locator('option').allTextContents();
    expect(offered).not.toContain('Call tools');
    await sheet.getByRole('radio', { name: 'deny' }).click();
    await sheet.getByRole('combobox', { name: 'Scope' }).selectOption('mcp:tools.call');
    expect(await look(page, 'sites-deny')).toEqual([]);
    await sheet.getByRole('button', { name: 'Keep: deny' }).click();
    await expect
      .poll(() => sent(scene, 'grants:set').slice(-3))
      .toMatchObject(['mcp:tools.call', 'servers:call', 'plugins:call'].map(scope => ({ effect: 'deny', scope })));
  });

  test('what all pages find is set in one place, files too', async () => {
    const { page } = scene;
    await page.getByRole('button', { name: 'Default for new sites' }).click();
    const sheet = page.getByRole('dialog', { name: 'Default for new sites' });
    await sheet.getByRole('switch', { name: 'Offer it to files on this machine too' }).click();
    await sheet.getByRole('switch', { name: 'Open and control tabs' }).click();
    await expect
      .poll(() => sent(scene, 'sites:rules'))
      .toEqual([{ change: { files: true } }, { change: { flags: { browserControl: true } } }]);
    expect(await look(page, 'sites-rules')).toEqual([]);
    await sheet.getByRole('button', { name: 'Done' }).click();
  });

  test('a filter finds names, scopes, tools and states', async () => {
    const filter = scene.page.getByRole('searchbox', { name: 'Filter sites' });
    const names = () => scene.page.locator('.site-list tbody tr td:first-child .origin').allTextContents();
    await filter.fill('blocked');
    await expect.poll(names).toEqual(['mail.example']);
    await filter.fill('model:prompt');
    await expect.poll(names).toEqual(['app.ledger.test', 'notes.atlas.test']);
    await filter.fill('nobody');
    await scene.page.getByText('No site matches nobody. 9 sites are hidden.').waitFor();
    await filter.fill('');
  });
});

describeWith(['chromium'], 'a page that asks', () => {
  const card = () => scene.page.getByRole('group', { name: 'https://shop.example' });
  const ask = (fields: Partial<SiteQuestion> = {}) => {
    const id = fields.id ?? 'page-1';
    const before = scene.hub.snapshot().siteQuestions[id] ?? fixtureSiteQuestion(Date.now());
    scene.hub.change('siteQuestions', id, { ...before, ...fields, expiresAt: Date.now() + 120_000 });
  };
  const armed = () => card().getByRole('button', { name: 'Allow' }).and(scene.page.locator('[aria-disabled="false"]'));

  beforeAll(async () => {
    scene = await openFixtureScene('sites');
    for (const id of Object.keys(scene.hub.snapshot().prompts)) scene.hub.change('prompts', id, null);
    await scene.panel.go('Permissions');
    await armed().waitFor();
  });
  afterAll(() => scene?.close());

  test('its card says whose it is, what the page says, what it would get, and what is kept', async () => {
    await card()
      .getByText(/^encrypted, tab “Plans” in .*, asks for the first time$/)
      .waitFor();
    await card().getByText('The page says; nobody has checked it').waitFor();
    const scopes = await card().locator('.asked').first().getByRole('listitem').allTextContents();
    expect(scopes).toEqual([
      expect.stringMatching(/^Generate text ?with .*low risk$/),
      'Call tools only those that are ticked; results go to the pagemedium risk',
      'Read this page its text, never passwordsmedium risk',
    ]);
    await card().getByText('3 of 5 ticked; none ticked means none').waitFor();
    await card().getByText('Kept as: https://shop.example, 3 scopes, 3 tools, 10 minutes.').waitFor();
    await card().getByText('once: 10 minutes, or until tab “Plans” closes or leaves shop.example').waitFor();
    expect(await look(scene.page, 'site-asks')).toEqual([]);
    await scene.panel.picturesForDocs('site-asks', 'small');
  });

  test('it is counted wherever questions are', async () => {
    const { page } = scene;
    await page.getByRole('tab', { name: 'Questions 1' }).waitFor();
    expect(await page.locator('.title-bar, header').first().textContent()).toMatch(/waiting for you/);
    await scene.goTo('overview');
    await page.getByText('A page asks for permissions').waitFor();
    await page.getByText(/^shop\.example asks for 3 permissions, refused in /).waitFor();
    await scene.goTo('permissions');
    await armed().waitFor();
  });

  test('its risk follows the riskiest tool that is ticked, and nothing ticked is nothing', async () => {
    const risk = () => card().getByRole('listitem').filter({ hasText: 'Call tools' }).locator('.risk').textContent();
    await card().getByRole('checkbox', { name: 'postgres/execute' }).click();
    expect(await risk()).toBe('high risk');
    await card().getByRole('button', { name: 'None' }).click();
    expect(await risk()).toBe('low risk');
    await card().getByText('Kept as: https://shop.example, 3 scopes, no tool, 10 minutes.').waitFor();
    await card().getByRole('checkbox', { name: 'postgres/query' }).focus();
    await scene.page.keyboard.press('Space');
    await card().getByText('1 of 5 ticked; none ticked means none').waitFor();
  });

  test('what it asks for later is new, what was ticked stays, and the answers rest again', async () => {
    const before = scene.hub.snapshot().siteQuestions['page-1'] ?? fixtureSiteQuestion(0);
    const added = { scope: 'web:fetch' as const, isNew: true };
    const later = manyTools()[0];
    ask({ scopes: [...before.scopes, added], tools: [...(before.tools ?? []), ...(later ? [later] : [])], version: 2 });
    await card().getByRole('button', { name: 'Allow' }).and(scene.page.locator('[aria-disabled="true"]')).waitFor();
    expect(await card().getByText('new', { exact: true }).count()).toBe(2);
    await card().getByText('2 of 6 ticked; none ticked means none').waitFor();
    expect(await look(scene.page, 'site-asks-more')).toEqual([]);
    await armed().waitFor();
  });

  test('the keys answer: 5 for always, A allows what was shown, in its version', async () => {
    await scene.page.keyboard.press('5');
    await card()
      .getByText(/until you revoke it\.$/)
      .waitFor();
    await scene.page.keyboard.press('a');
    await expect
      .poll(() => sent(scene, 'sites:answer'))
      .toEqual([
        {
          ...{ id: 'page-1', version: 2, effect: 'allow', lifetime: 'always' },
          scopes: ['model:prompt', 'mcp:tools.call', 'browser:activeTab.read', 'web:fetch'],
          tools: ['postgres/query', 'github/list_issue'],
        },
      ]);
    await card().waitFor({ state: 'detached' });
  });

  test('a key that comes before it was seen for half a second answers nothing; D denies and ticks nothing', async () => {
    ask({ id: 'page-2' });
    await card().waitFor();
    await scene.page.keyboard.press('a');
    await armed().waitFor();
    expect(sent(scene, 'sites:answer')).toHaveLength(1);
    await scene.page.keyboard.press('d');
    await expect
      .poll(() => sent(scene, 'sites:answer').at(-1))
      .toMatchObject({ id: 'page-2', effect: 'deny', tools: [] });
  });

  test('many tools stand in groups, each with a box, and can be filtered', async () => {
    ask({ id: 'page-3', tools: manyTools() });
    await armed().waitFor();
    const github = card().getByRole('checkbox', { name: 'All tools of github' });
    expect(await github.getAttribute('aria-checked')).toBe('mixed');
    await github.click();
    expect(await github.getAttribute('aria-checked')).toBe('true');
    expect(await look(scene.page, 'site-asks-many')).toEqual([]);
    await card().getByRole('searchbox', { name: 'Filter tools' }).fill('close');
    expect(await card().getByRole('checkbox').count()).toBe(4);
    // In a field letters are text.
    await scene.page.keyboard.press('d');
    expect(sent(scene, 'sites:answer')).toHaveLength(2);
  });

  test('Escape leaves it waiting; a page that goes takes its question with it, and that is said', async () => {
    const { page, hub } = scene;
    await page.keyboard.press('Escape');
    await page.locator('.card').focus();
    await page.keyboard.press('Escape');
    await page.getByText('1 question left waiting').waitFor();
    await page.getByRole('button', { name: /shop\.example asks for 3 permissions/ }).click();
    await armed().waitFor();
    hub.change('siteQuestions', 'page-3', null);
    hub.emit({
      event: 'sites:question-ended',
      data: { questionId: 'page-3', origin: shop, tab: { browserId: 'browser-work', tabId: 23 }, end: 'gone' },
    });
    await page.locator('.ended-site').getByText('shop.example is gone from its tab; nothing was granted.').waitFor();
    expect(await look(page, 'site-gone')).toEqual([]);
  });
});

describeWith(['chromium'], 'no site yet', () => {
  beforeAll(async () => {
    scene = await openFixtureScene('empty');
    await scene.goTo('permissions/sites');
  });
  afterAll(() => scene?.close());

  test('the tab says when one appears', async () => {
    await scene.page.getByText('No site has asked yet.').waitFor();
    expect(await look(scene.page, 'sites-none')).toEqual([]);
  });
});
