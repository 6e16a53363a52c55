// Stories of pointers and keys: elements that come late, move or are covered, menus, drags, long lists, a canvas.
import { expect } from 'vitest';
import type { PageTab } from './page-tab.ts';
import type { Story } from './story.ts';

async function drag(tab: PageTab, from: string, to: string): Promise<string> {
  const [start_coordinate, [x, y]] = [await tab.middle(from), await tab.middle(to)];
  // A little below the middle: a list that sorts itself puts it behind.
  return tab.act('left_click_drag', { start_coordinate, coordinate: [x, y + 12] });
}

/** Reads a page to its end by what each answer says of how to read on; answers with the names of all buttons. */
async function readOn(tab: PageTab): Promise<Set<string>> {
  const [buttons, asked, open] = [new Set<string>(), new Set<string>(), [{}] as Record<string, unknown>[]];
  for (let args = open.shift(); args; args = open.shift()) {
    const text = await tab.call('read_page', args);
    for (const [, name = ''] of text.matchAll(/button "([^"]+)"/g)) buttons.add(name);
    for (const [, how = ''] of text.matchAll(/\d+ more [^;)]*; read_page([^)]*)\)/g)) {
      const next = Object.fromEntries(
        [...how.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, Number(value) || value]),
      );
      if (asked.has(JSON.stringify(next))) continue;
      asked.add(JSON.stringify(next));
      open.push(next);
    }
  }
  return buttons;
}

export const actStories: readonly Story[] = [
  {
    path: '/shop',
    title: 'a button below the fold is clicked',
    act: tab => tab.click('Add Chart 48 to the basket'),
    facts: { basket: 1 },
    says: /Add Chart 48 to the basket/,
  },
  {
    path: '/rows',
    title: 'the last of 2,000 controls is found and clicked',
    act: tab => tab.click('Free 1000'),
    facts: { freed: 1000 },
  },
  {
    path: '/rows',
    title: 'read_page leads to all 2,000 controls',
    act: async tab => `${(await readOn(tab)).size} buttons`,
    says: /^2000 buttons$/,
  },
  {
    path: '/nodes',
    title: 'the last of 10,000 nodes is used',
    act: tab => tab.click('Use 1000'),
    facts: { used: 1000 },
  },
  {
    path: '/endless',
    title: 'the list grows while it is scrolled',
    act: async tab => {
      for (let turn = 0; turn < 3; turn += 1)
        await tab.act('scroll', { scroll_direction: 'down', scroll_amount: 10, coordinate: [200, 200] });
      await tab.act('wait', { text: 'Entry 40' });
      return tab.click('Sign 40');
    },
    facts: { signed: 40 },
  },
  {
    path: '/late',
    title: 'a click waits for an element that is not there yet',
    act: tab => tab.act('left_click', { selector: '#late' }),
    facts: { late: true },
  },
  {
    path: '/late',
    title: 'a click waits until its element is enabled',
    act: tab => tab.act('left_click', { selector: '#sleeper' }),
    facts: { woken: true },
  },
  {
    path: '/disabled',
    title: 'a click says that its element is disabled',
    act: async tab => (await tab.ask('computer', { action: 'left_click', selector: '#never' })).text,
    says: /disabled/,
  },
  {
    path: '/covered',
    title: 'a click says by what its element is covered, and does not click that',
    act: async tab => {
      const { text } = await tab.ask('computer', { action: 'left_click', ref: await tab.ref('Under the banner') });
      return `${text} ${JSON.stringify(await tab.facts())}`;
    },
    says: /covered by .*Cookies.* \{"frames":\{\}\}$/,
  },
  {
    path: '/covered',
    title: 'what was covered is clicked once the cover is gone',
    act: async tab => {
      await tab.click('Dismiss');
      await tab.click('Under the banner');
    },
    facts: { dismissed: true, under: true },
  },
  {
    path: '/moving',
    title: 'a click hits what moves',
    act: tab => tab.act('left_click', { selector: '#mover' }),
    facts: { caught: true },
  },
  {
    path: '/sticky',
    title: 'a click hits what lies under a header that stays',
    act: tab => tab.click('Below the header'),
    facts: { low: true },
  },
  {
    path: '/icons',
    title: 'icons are clicked by what can be told of them',
    act: async tab => {
      for (const name of ['Save the chart', 'Set sail', 'Ring the bell']) await tab.click(name);
      for (const selector of ['#anchor-icon', '#lamp']) await tab.act('left_click', { selector });
    },
    facts: { saved: true, sailed: true, rung: true, anchored: true, lit: true },
  },
  {
    path: '/icons',
    title: 'read_page lists an icon without any text that the pointer shows to act',
    act: tab => tab.call('read_page', { filter: 'interactive' }),
    says: /^(?=[^]*anchor)/,
  },
  {
    path: '/hover-menu',
    title: 'a menu opens under the pointer and is used',
    only: 'chromium',
    act: async tab => {
      await tab.act('hover', { ref: await tab.ref('Harbour') });
      await tab.click('Sail');
    },
    facts: { chosen: 'sail' },
  },
  {
    path: '/hover-menu',
    title: 'a pointer that is only scripted, which opens no menu of style alone, is named so',
    only: 'firefox',
    act: async tab => tab.act('hover', { ref: await tab.ref('Harbour') }),
    says: /by a scripted event/,
  },
  {
    path: '/drag',
    title: 'a crate is dropped by coordinates',
    act: tab => drag(tab, '#crate', '#hold'),
    facts: { dropped: 'crate' },
  },
  {
    path: '/drag',
    title: 'a crate is dropped by selectors',
    act: tab => tab.act('left_click_drag', { start_selector: '#crate', selector: '#hold' }),
    facts: { dropped: 'crate' },
  },
  {
    path: '/sortable',
    title: 'a list is put in another order',
    act: tab => drag(tab, '#red', '#blue'),
    facts: { order: ['Green', 'Blue', 'Red'] },
  },
  {
    path: '/drag',
    title: 'a drag by scripted events is named so, with how it ended',
    only: 'firefox',
    act: tab => tab.act('left_click_drag', { start_selector: '#crate', selector: '#hold' }),
    says: /by a scripted event: .*, which took the drop/,
  },
  {
    path: '/drag',
    title: 'a drag says what took it where only a place was named',
    only: 'chromium',
    act: tab => drag(tab, '#crate', '#hold'),
    says: /: div "Crate" onto div "Hold"/,
  },
  {
    path: '/drag',
    title: 'a drag that nothing takes says so',
    only: 'chromium',
    act: tab => tab.act('left_click_drag', { start_selector: '#crate', selector: 'h1' }),
    says: /onto heading "Hold", which nothing took/,
  },
  {
    path: '/keys',
    title: 'a menu is used by keys alone',
    act: async tab => {
      await tab.act('left_click', { selector: '#menu' });
      await tab.act('key', { text: 'ArrowDown', repeat: 2 });
      await tab.act('key', { text: 'Enter' });
      await tab.act('key', { text: 'Escape' });
    },
    facts: { chosen: 'Engine', closed: true },
  },
  {
    path: '/suggestions',
    title: 'a suggestion is taken',
    act: async tab => {
      await tab.type('Port', 'Be');
      await tab.act('wait', { text: 'Bergen' });
      await tab.click('Bergen');
    },
    facts: { port: 'Bergen' },
  },
  {
    path: '/canvas',
    title: 'a point of a canvas is clicked',
    act: async tab => {
      const [x, y] = await tab.middle('#chart');
      await tab.act('left_click', { coordinate: [x + 70, y + 40] });
    },
    facts: { hit: true },
  },
  {
    path: '/shop',
    title: 'scroll_to, zoom and resize_window do what they say',
    act: async tab => {
      await tab.act('scroll_to', { ref: await tab.ref('Terms') });
      await tab.act('zoom', { region: [0, 0, 100, 50] });
      await tab.call('resize_window', { width: 1000, height: 700 });
      // A window of some systems takes its size a little after it was told.
      await expect.poll(() => tab.value('outerWidth')).toBe(1000);
      return tab.value('scrollY > 300');
    },
    says: /^true$/,
  },
];
