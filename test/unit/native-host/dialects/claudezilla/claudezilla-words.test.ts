// Sentences to agents of spec 000's wire: the hub's own name tools that those agents have; what comes from a page is told as it stands there.
import { describe, expect, test } from 'vitest';
import { commandResult } from '../../../../../native-host/dialects/claudezilla/claudezilla-results.ts';
import { inItsNames } from '../../../../../native-host/dialects/claudezilla/claudezilla-words.ts';

test.each([
  [
    'ref_5 is not on the page any more; call read_page again.',
    'ref_5 is not on the page any more; call firefox_get_page_state again.',
  ],
  [
    'Tab 7 shows an alert. Answer it with handle_dialog, then call computer left_click again.',
    'Tab 7 shows an alert. Ask the user to answer it in the browser, then call firefox_click again.',
  ],
  [
    'Answer it with computer key Enter, which accepts it (after computer type, with another text), or key Escape.',
    'Answer it with firefox_press_key Enter, which accepts it (after firefox_type, with another text and the selector ""), or key Escape.',
  ],
  [
    'navigate opened an alert, in tab 7. Ask the user, or leave the page with navigate or tabs_close, then call navigate again.',
    'firefox_navigate opened an alert, in tab 7. Ask the user, or leave the page with firefox_navigate or firefox_close_tab, then call firefox_navigate again.',
  ],
  ['The find bar may navigate; call find again.', 'The find bar may navigate; call firefox_get_element again.'],
  ['Tab 7 is not open any more; call tabs_context.', 'Tab 7 is not open any more; call firefox_get_tabs.'],
])('%s', (sentence, own) => {
  expect(inItsNames(sentence)).toBe(own);
});

const fromPages = [
  'Clicked button "call read_page or find".',
  String.raw`Clicked button "a \" read_page \" b".`,
  'The page is https://example.com/read_page?tabs_create#get_page_text now "tabs_context".',
  'Clicked div#read_page.',
  'Clicked div#"a read_page b".',
  'The page is about:tabs_create now.',
  'It was about the page “read_page and “ tabs_close”.',
  'The script threw Error: read_page is not defined; call get_page_text',
  'It shows alert "handle_dialog and then it was cu',
];

test('A word of a million characters takes a look at each of them, not at each pair.', () => {
  const long = 'a'.repeat(1_000_000);
  expect(inItsNames(`Call read_page. ${long}`)).toBe(`Call firefox_get_page_state. ${long}`);
});

describe('Text of a page that has such a name in it', () => {
  test.each(fromPages)('%s', sentence => {
    expect(inItsNames(sentence)).toBe(sentence);
    expect(inItsNames(`Call read_page. ${sentence}`)).toBe(`Call firefox_get_page_state. ${sentence}`);
  });

  test('is content, console message and attribute as it was.', () => {
    const text = 'Title: read_page\nURL: https://example.com/\n\nCall read_page, then tabs_create.';
    expect(commandResult('getContent', { content: [{ type: 'text', text }] }, {})).toMatchObject({
      title: 'read_page',
      text: 'Call read_page, then tabs_create.',
    });
  });

  test('is told as it was by an extension of others, whose words may be those of its page.', () => {
    const content = [{ type: 'text', text: 'Clicked on element read_page' }];
    expect(commandResult('click', { content }, { selector: '#a' }, { isQuoted: true })).toMatchObject({
      message: 'Clicked on element read_page',
    });
  });
});
