// Shortcuts, from the panel to a page: made, listed and run by an agent, tried, changed, removed and put back; in a real Chromium.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '../support/look.ts';
import { describeOver, type PanelShell } from '../support/panel-shells.ts';
import { openTabScene, type TabScene } from './tab-scene.ts';

describeOver('shortcuts', open => {
  let shell: PanelShell;
  let scene: TabScene;
  let page: PanelShell['page'];
  let tabId: number;

  const sheet = () => page.getByRole('dialog');
  const row = (command: string) => page.getByRole('row', { name: new RegExp(`^/${command} `) });
  const detail = (command: string) => page.getByRole('region', { name: `Shortcut /${command}` });

  /** What an agent is answered, text by text. */
  async function ask(name: string, args: Record<string, unknown>): Promise<string[]> {
    const { content } = await scene.claude.callTool({ name, arguments: { tabId, ...args } });
    return (content as { text: string }[]).map(({ text }) => text);
  }

  async function save(): Promise<void> {
    await sheet().getByRole('button', { name: 'Save' }).click();
    await sheet().waitFor({ state: 'detached' });
  }

  beforeAll(async () => {
    shell = await open();
    ({ page } = shell);
    scene = await openTabScene(shell);
    tabId = await scene.openTab(scene.claude, '/orders');
    await shell.panel.go('Tools');
    await page.getByRole('radio', { name: 'Shortcuts' }).click();
  });

  afterAll(async () => {
    await scene?.close();
    await shell?.close();
  });

  test('without one the screen says what they are, and its button opens the form', async () => {
    await page.getByText('No shortcut yet').waitFor();
    expect(await look(page, 'shortcuts-none')).toEqual([]);
    await page.getByRole('button', { name: 'New shortcut' }).click();
    await sheet().getByRole('button', { name: 'Save' }).click();
    await sheet().getByText('A word such as /summarise').waitFor();
    await sheet().getByText('Write what an agent is to do.').waitFor();
    expect(await look(page, 'shortcuts-form-faults')).toEqual([]);
  });

  test('a prompt is saved, and an agent finds it and is answered with its text', async () => {
    await sheet().getByRole('textbox', { name: 'Command' }).fill('summarise');
    await sheet().getByRole('textbox', { name: 'What it is for' }).fill('In five <b>lines</b>');
    await sheet().getByRole('textbox', { name: 'Prompt' }).fill('Tell me in five lines what the page says.');
    await save();
    await row('summarise').waitFor();
    const [listed] = JSON.parse((await ask('shortcuts_list', {})).join());
    expect(listed).toEqual({
      id: expect.any(String),
      command: '/summarise',
      description: 'In five <b>lines</b>',
      kind: 'prompt',
    });
    expect(await ask('shortcuts_execute', { shortcutId: listed.id })).toEqual([
      expect.stringMatching(/as the shortcut \/summarise\..*\n\nTell me in five lines what the page says\.$/),
    ]);
  });

  test('a list of actions is saved, its input held against the tool, and carried out in the tab of the call', async () => {
    await page.getByRole('button', { name: 'New shortcut' }).click();
    await sheet().getByRole('textbox', { name: 'Command' }).fill('/next');
    await sheet().getByRole('radio', { name: 'Actions' }).click();
    await sheet().getByRole('button', { name: 'Save' }).click();
    await sheet().getByText('Add at least one action.').waitFor();
    for (const [at, tool] of ['get_page_text', 'navigate'].entries()) {
      await sheet().getByRole('button', { name: 'Add action' }).click();
      await sheet()
        .getByRole('combobox', { name: `Tool of action ${at + 1}` })
        .selectOption(tool);
    }
    const input = sheet().getByRole('textbox', { name: 'Input of action 2' });
    await input.fill('{"url": 7');
    await sheet().getByText('The input is a JSON object, in braces.').waitFor();
    await input.fill('{"url": 7}');
    await sheet().getByText('url: It must be a text.').waitFor();
    expect(await look(page, 'shortcuts-actions-form')).toEqual([]);
    await input.fill(JSON.stringify({ url: scene.address('/next') }));
    await sheet().getByText('url: It must be a text.').waitFor({ state: 'detached' });
    await sheet().getByRole('button', { name: 'Move action 2 up' }).click();
    await save();
    await detail('next').getByText('2 actions').waitFor();
    expect(await ask('shortcuts_execute', { command: 'next' })).toEqual([
      "The user's shortcut /next has 2 actions: navigate, get_page_text.",
      expect.stringContaining('/next'),
      expect.stringContaining('Orders'),
    ]);
    await shell.hub.waitFor(({ tabs }) => Object.values(tabs).some(tab => tab.title === 'Page /next'), 'it went there');
    expect(await look(page, 'shortcuts-actions')).toEqual([]);
  });

  test('trying one that acts asks first; the answer stands below', async () => {
    await scene.openTab(scene.claude, '/other');
    const form = detail('next').getByRole('form', { name: 'Try it' });
    await form.getByLabel('tabId', { exact: true }).selectOption({ index: 1 });
    await form.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByRole('button', { name: 'Call, although it acts' }).click();
    await page.getByRole('region', { name: 'Result' }).getByText('has 2 actions: navigate').waitFor();
    await row('summarise').click();
    await detail('summarise').getByRole('form', { name: 'Try it' }).getByRole('button', { name: 'Call' }).click();
    await page.getByRole('region', { name: 'Result' }).getByText('Tell me in five lines').waitFor();
    expect(await look(page, 'shortcuts-tried')).toEqual([]);
  });

  test('what is changed is what runs, and a command that is taken is refused in the form', async () => {
    await detail('summarise').getByRole('button', { name: 'Edit' }).click();
    const command = sheet().getByRole('textbox', { name: 'Command' });
    await command.fill('Next');
    await sheet().getByRole('button', { name: 'Save' }).click();
    await sheet().getByText('Another shortcut is called /next; choose another command.').waitFor();
    await command.fill('/short');
    await sheet().getByRole('textbox', { name: 'Prompt' }).fill('In one line.');
    await save();
    await row('short').waitFor();
    expect(await ask('shortcuts_execute', { command: 'short' })).toEqual([expect.stringMatching(/In one line\.$/)]);
    expect(await ask('shortcuts_execute', { command: 'summarise' })).toEqual([
      expect.stringContaining('There is no shortcut "summarise"; there are /next, /short.'),
    ]);
  });

  test('one that is removed is gone for agents too, and Undo brings it back as it was', async () => {
    await detail('short').getByRole('button', { name: 'Remove' }).click();
    await row('short').waitFor({ state: 'detached' });
    expect(await ask('shortcuts_execute', { command: 'short' })).toEqual([
      expect.stringContaining('There is no shortcut "short"'),
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('short').waitFor();
    expect(await ask('shortcuts_execute', { command: 'short' })).toEqual([expect.stringMatching(/In one line\.$/)]);
    expect(shell.panel.troubles).toEqual([]);
  });
});
