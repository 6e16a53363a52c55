// The list of all tabs that spec 001's extension adds to its answers: only the given tabs stay in it, wherever it stands.
import { expect, test } from 'vitest';
import { withTabContext } from '../../../../../native-host/dialects/claude/claude-tab-context.ts';

const text = (words: string) => ({ type: 'text', text: words });
const mine = [{ tabId: 7, title: 'Mine', url: 'https://mine.example/' }];
const listed = (executed: string) =>
  `\n\nTab Context:${executed}\n- Available tabs:\n  • tabId 7: "Mine" ("https://mine.example/")`;

test.each([
  [
    'with quoted addresses',
    '  • tabId 7: "Old" ("https://mine.example/")\n  • tabId 8: "Yours" ("https://yours.example/")',
  ],
  ['with bare addresses', '  • tabId 8: "Yours" (https://yours.example/)'],
  ['with a title that reads like it', '  • tabId 8: "Tab Context: yours" ("https://yours.example/")'],
  ['with a line that is no tab', '  • tabId 8: "Yours\nand (more)" (https://yours.example/)'],
  ['without tabs', ''],
])('A block of its own, %s.', (_, lines) => {
  const content = [
    text('Clicked.'),
    text(`\n\nTab Context:\n- Executed on tabId: 7\n- Available tabs:${lines && `\n${lines}`}`),
  ];
  expect(withTabContext(content, mine)).toEqual([text('Clicked.'), text(listed('\n- Executed on tabId: 7'))]);
});

test('The end of a text.', () => {
  const content = [
    text('Clicked.\n\nTab Context:\n- Available tabs:\n  • tabId 8: "Yours" ("https://yours.example/")'),
  ];
  expect(withTabContext(content, mine)).toEqual([text(`Clicked.${listed('')}`)]);
});

test('A list that was read ahead is left out.', () => {
  const ahead = '\nTab context (from front-loaded tabs_context_mcp):\n{"availableTabs":[{"tabId":8}]}';
  expect(withTabContext([text('Clicked.'), text(ahead)], mine)).toEqual([text('Clicked.')]);
});

test('Words of a page about such a list, pictures and everything else stay as they are.', () => {
  const content = [
    text('Title: Help\n\nTab Context:\n- Available tabs: see below.'),
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    text('{"availableTabs":[]}'),
  ];
  expect(withTabContext(content, mine)).toEqual(content);
});
