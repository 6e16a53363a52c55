// Every tool of the browser, and every action of computer, with the test that uses it in a real Firefox; or why there can be none.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { canDo } from '../../../../electron/core/browsers/abilities.ts';
import { browserTools } from '../../../../electron/core/tools/browser-tools.ts';
import { computerVerbs } from '../../../../electron/core/tools/browser-tools-page.ts';
import { actStories } from '../../../e2e/act-stories.ts';
import { fieldStories } from '../../../e2e/field-stories.ts';
import { looks } from '../../../e2e/looks.ts';
import { surpriseStories } from '../../../e2e/surprise-stories.ts';
import { buildBrowser } from '../../../support/hub-fixtures.ts';
import { repositoryRoot } from '../../../support/provided.ts';

/** `in` is a file of test/e2e that runs in Firefox; `many-pages-firefox` has the titles of its looks and stories. */
type Row = { readonly in: string; readonly title: string } | { readonly not: string };

const matrix = (title: string): Row => ({ in: 'many-pages-firefox', title });
const main = (title: string): Row => ({ in: 'firefox', title });
const scripted = (title: string): Row => ({ in: 'firefox-tools', title });
const recorded = (title: string): Row => ({ in: 'gif-firefox', title });

const rows: Readonly<Record<string, Row>> = {
  tabs_context: matrix('tabs_context lists it'),
  tabs_create: main('an agent opens a tab, behind the one of the user and in the group of its client'),
  tabs_close: scripted('A script that does not end is no longer waited for, and a page that it holds up is left.'),
  navigate: main('it goes to a page in its tab, which has loaded when the answer comes'),
  resize_window: matrix('scroll_to, zoom and resize_window do what they say'),
  read_page: matrix('read_page lists what can be used, by role and name'),
  get_page_text: matrix('get_page_text gives the text whole, once and in its order'),
  find: matrix('find finds what can be used by its name'),
  form_input: matrix('every type of input takes a value'),
  computer: matrix('computer takes a picture of it'),
  'computer screenshot': main('it sees its tab, whole, smaller and in part, while the user looks at another one'),
  'computer zoom': main('it sees its tab, whole, smaller and in part, while the user looks at another one'),
  'computer left_click': main('it clicks and types, and each answer says that the events are scripted'),
  'computer right_click': scripted('Clicks select what a hand would select, and the right button asks for a menu.'),
  'computer double_click': scripted('Clicks select what a hand would select, and the right button asks for a menu.'),
  'computer triple_click': scripted('Clicks select what a hand would select, and the right button asks for a menu.'),
  'computer left_click_drag': matrix('a crate is dropped by selectors'),
  'computer hover': matrix('a pointer that is only scripted, which opens no menu of style alone, is named so'),
  'computer type': main('it clicks and types, and each answer says that the events are scripted'),
  'computer key': scripted(
    'Arrows, Home and End move the caret of a field, with shift they select, with ctrl by words.',
  ),
  'computer scroll': matrix('the list grows while it is scrolled'),
  'computer scroll_to': matrix('scroll_to, zoom and resize_window do what they say'),
  'computer wait': matrix('a suggestion is taken'),
  handle_dialog: { not: 'a page waits for its dialog, of which no extension is told there' },
  javascript_tool: matrix('javascript_tool runs a script in it'),
  read_console_messages: matrix('read_console_messages tells what it writes'),
  read_network_requests: matrix('read_network_requests tells what it asks for'),
  upload_image: matrix('a screenshot is handed to a field'),
  file_upload: matrix('a file goes into its field and another is dropped'),
  gif_creator: recorded('Each act has its frame, with what was done drawn on it, in a GIF of half the page’s size.'),
};

const firefox = buildBrowser({ family: 'firefox' });
const actions = Object.keys(computerVerbs).map(action => `computer ${action}`);
const ofBrowsers = browserTools.filter(({ byHub }) => !byHub).map(({ name }) => name);
const stories = [...actStories, ...fieldStories, ...surpriseStories];
const inMatrix = [...looks, ...stories].filter(({ only = 'firefox' }) => only === 'firefox').map(({ title }) => title);

function sourceOf(file: string): string {
  return readFileSync(path.join(repositoryRoot, 'test/e2e', file), 'utf8');
}

test('Each has its row, and no row is left over.', () => {
  expect(Object.keys(rows).toSorted()).toEqual([...ofBrowsers, ...actions].toSorted());
});

test.each(Object.entries(rows))('%s is used in Firefox, or cannot be', (name, row) => {
  const [tool = ''] = name.split(' ');
  if ('not' in row) return expect(canDo(firefox, tool)).toBe(false);
  expect(canDo(firefox, tool)).toBe(true);
  if (row.in === 'many-pages-firefox') return expect(inMatrix).toContain(row.title);
  if (row.in === 'gif-firefox') return expect(sourceOf('gif-stories.ts')).toContain(`test('${row.title}'`);
  const source = sourceOf(`${row.in}.test.ts`);
  expect(source).toContain("describeWith(['firefox']");
  // Up to the next test; the tool is named in what the test does, or by the action that it takes.
  const [, body = ''] = source.split(`test('${row.title}'`);
  const [own = ''] = body.split("\n  test('");
  const words = name === tool ? [tool] : [`'${name.slice(tool.length + 1)}'`, name.endsWith('key') ? 'press(' : '-'];
  expect(words.some(word => own.includes(word))).toBe(true);
});
