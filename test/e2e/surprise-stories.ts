// Stories of surprises: dialogs, tabs that a page opens, downloads, redirects. No call hangs on any of them, and the next one works.
import { writtenFile } from './field-stories.ts';
import type { PageTab } from './page-tab.ts';
import type { Story } from './story.ts';

/** Clicks, answers the dialog that the click named, and returns the click's answer. */
async function answered(tab: PageTab, name: string, answer: Readonly<Record<string, unknown>>): Promise<string> {
  const said = await tab.click(name);
  await tab.call('handle_dialog', answer);
  return said;
}

export const surpriseStories: readonly Story[] = [
  {
    path: '/dialogs',
    title: 'an alert is named and answered',
    only: 'chromium',
    act: tab => answered(tab, 'Alert', { accept: true }),
    facts: { alerted: true },
    says: /alert.*The tide is out\./,
  },
  {
    path: '/dialogs',
    title: 'a confirmation is refused',
    only: 'chromium',
    act: tab => answered(tab, 'Confirm', { accept: false }),
    facts: { confirmed: false },
    says: /confirm.*Cast off\?/,
  },
  {
    path: '/dialogs',
    title: 'a prompt is answered with a text',
    only: 'chromium',
    act: tab => answered(tab, 'Prompt', { accept: true, text: 'Aurora' }),
    facts: { named: 'Aurora' },
    says: /prompt.*Name of the ship\?/,
  },
  {
    path: '/dialogs',
    title: 'an alert that comes later is named to the next call',
    only: 'chromium',
    act: async tab => {
      await tab.click('Alert later');
      let said = '';
      while (!said.includes('Late news.')) said = (await tab.ask('read_page')).text;
      await tab.call('handle_dialog', { accept: true });
    },
    facts: { late: true },
  },
  {
    path: '/dialogs',
    title: 'answering a dialog is refused by its name',
    only: 'firefox',
    act: async tab => (await tab.ask('handle_dialog', { accept: true })).text,
    says: /handle_dialog has no counterpart/,
  },
  {
    path: '/dialogs',
    title: 'printing holds up no call',
    only: 'chromium',
    act: async tab => {
      await tab.click('Print');
      return tab.call('read_page');
    },
    says: /button "Alert"/,
  },
  ...['Alert', 'Print'].map(
    (name): Story => ({
      path: '/dialogs',
      title: `"${name}" opens what no extension sees, which is said soon, and the next call works`,
      only: 'firefox',
      act: async tab => {
        const { text } = await tab.ask('computer', { action: 'left_click', ref: await tab.ref(name) });
        return `${text} ${await tab.call('read_page')}`;
      },
      says: /has opened a dialog or a print preview and waits for its user[^]*button "Alert"/,
    }),
  ),
  {
    path: '/dialogs',
    title: 'a chooser of files is named and served',
    only: 'chromium',
    act: async (tab, { folder }) => {
      const said = await tab.click('Choose a file');
      await tab.call('file_upload', { paths: [writtenFile(folder, 'paper.txt')], selector: '#paper' });
      return said;
    },
    facts: { paper: 'paper.txt' },
    says: /no chooser is shown/,
  },
  {
    path: '/dialogs',
    title: 'a page that asks where one is holds up no call',
    act: tab => tab.click('Where am I'),
    facts: { asked: true },
  },
  {
    path: '/leaving',
    title: 'leaving an unsaved page is named and agreed to',
    only: 'chromium',
    act: async (tab, { site }) => {
      await tab.type('Draft', 'half a');
      const { text } = await tab.ask('navigate', { url: `${site.origin}/article` });
      await tab.call('handle_dialog', { accept: true });
      await tab.act('wait', { url: '*/article*' });
      return text;
    },
    says: /beforeunload|leave/i,
  },
  ...['Read in a new tab', 'Open a window', 'Open a small window'].map(
    (name): Story => ({
      path: '/opens',
      title: `"${name}" opens a tab that is the agent's, and says so`,
      act: async tab => {
        const [, opened = ''] = /tab (\d+)/.exec(await tab.click(name)) ?? [];
        const text = await tab.call('read_page', { tabId: Number(opened) });
        await tab.call('tabs_close', { tabId: Number(opened) });
        return text;
      },
      says: /\/article\?blank|\/journey\?opened|\/states\?popup/,
    }),
  ),
  {
    path: '/downloads',
    title: 'a download holds up no call',
    act: async tab => {
      await tab.click('Manifest');
      await tab.click('Attachment');
      return tab.call('read_page');
    },
    says: /link "Manifest"/,
  },
  {
    path: '/article',
    title: 'an address that is a download is told to show no page',
    // Of another site, too, whose tab shows nothing of it.
    act: (tab, { site }) =>
      tab.call('navigate', { url: `${site.origin.replace('127.0.0.1', 'localhost')}/attachment` }),
    says: /"No page came of it: it may be a download.* The tab shows what it did before\."\}$/,
  },
  {
    path: '/article',
    title: 'a redirect is followed to its end',
    act: (tab, { site }) => tab.call('navigate', { url: `${site.origin}/redirect?twice` }),
    says: /\/article\?twice/,
  },
  {
    path: '/article',
    title: 'a slow page is waited for',
    act: async (tab, { site }) => {
      await tab.call('navigate', { url: `${site.origin}/slow` });
      await tab.click('At last');
    },
    facts: { used: true },
  },
  {
    path: '/article',
    title: 'a page behind a password is named, and the next call works',
    act: async (tab, { site }) => {
      const { text } = await tab.ask('navigate', { url: `${site.origin}/locked` });
      await tab.call('navigate', { url: `${site.origin}/journey` });
      return text;
    },
    says: /Harbour office|user name|password|sign in/i,
  },
  {
    path: '/article',
    title: 'back and forward go where they say',
    act: async (tab, { site }) => {
      await tab.call('navigate', { url: `${site.origin}/journey` });
      await tab.call('navigate', { url: 'back' });
      const back = await tab.value('location.pathname');
      await tab.call('navigate', { url: 'forward' });
      return `${String(back)} ${String(await tab.value('location.pathname'))}`;
    },
    says: /^\/article \/journey$/,
  },
];
