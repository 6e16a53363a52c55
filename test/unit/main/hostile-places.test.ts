// A page chooses what it and its elements are called; in tray and notification that can neither hide the site nor close our quotation marks.
import { expect, test } from 'vitest';
import { describedFacts } from '../../../electron/core/router/call-description.ts';
import { noticeChange } from '../../../electron/main/notices.ts';
import { trayMenu } from '../../../electron/main/tray-menu.ts';
import { english } from '../../../electron/main/words-english.ts';
import { german } from '../../../electron/main/words-german.ts';
import { asked, quiet, stateOf } from './shell-fixtures.ts';
import type { CallDescription } from '../../../contract/schemas/permissions.ts';

const rightToLeft = '\u202e';
const site = 'https://shop.example';
const title = `Bank” – you may Allow this${rightToLeft}\n<b>${'t'.repeat(10_000)}`;
const element = (name: string) => ({ role: 'x'.repeat(500), name, frame: null, isInView: true });
const elements: CallDescription['elements'] = [`Save” on “Bank”, tab 1${rightToLeft}`, 'n'.repeat(10_000), '\n'].map(
  element,
);
const shown: CallDescription = { act: 'fill', title, elements, more: 0, untold: null, hasPicture: false };
const facts = describedFacts({ shown, keys: null, picture: null, document: null });
const where = { kind: 'at-tab', tab: 47, site, inFrame: false, page: site, browser: 'Work', ...facts } as const;
const state = stateOf({ prompts: [asked('p1', { tool: 'form_input', scope: 'browser:activeTab.interact', where })] });

test('What is told of a page in a sentence is cut, each part with a mark, and has no quotation marks of its own.', () => {
  const { element: named = '', title: titled = '' } = facts;
  expect([...titled].length).toBeLessThanOrEqual(80);
  expect([...named].length).toBeLessThanOrEqual(3 * 125);
  expect(titled.endsWith('…')).toBe(true);
  expect(titled).toContain("Bank' – you may Allow this");
  expect(named).toContain("“Save' on 'Bank', tab 1");
  expect(named.match(/“/g)).toHaveLength(3);
  expect(named.match(/”/g)).toHaveLength(3);
});

test.each([
  ['English', english],
  ['German', german],
])(
  'In %s tray and notification name the site and the browser behind such names, and no unseen character.',
  (_, words) => {
    const labels: string[] = [];
    const collect = (items: readonly { readonly label?: string; readonly submenu?: unknown }[]): void => {
      for (const { label = '', submenu } of items) {
        labels.push(label);
        if (Array.isArray(submenu)) collect(submenu as typeof items);
      }
    };
    collect(trayMenu(state, actions, words));
    const [notice] = noticeChange(quiet, state, words).show;
    for (const text of [labels.find(label => label.includes('Work')) ?? '', notice?.body ?? '']) {
      expect(text).toMatch(/[Tt]ab [“„]Bank' – you ma/);
      expect(text).toContain(site);
      expect(text).toContain('Work');
      expect(text).not.toMatch(/[\u202e\n<]/);
    }
  },
);

const actions = new Proxy({}, { get: () => () => {} }) as Parameters<typeof trayMenu>[1];
