// The words of an answer for what an act came to.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Changes } from '../../../../resources/extension/page/watch.ts';
import type { outcomeResult } from '../../../../resources/extension/tools/outcome.ts';

const none: Changes = {
  hit: 'button "Save"',
  drop: 'none',
  taker: '',
  isMeant: true,
  state: [],
  held: '',
  heldSize: null,
  focus: '',
  notices: [],
  url: '',
  led: [],
  any: true,
};
let say: typeof outcomeResult;

beforeAll(async () => {
  const quiet = { addListener: () => {} };
  const navigation = ['onBeforeNavigate', 'onErrorOccurred', 'onCommitted', 'onCreatedNavigationTarget'];
  const webNavigation = Object.fromEntries(navigation.map(name => [name, quiet]));
  const tabs = { query: async () => [], onRemoved: quiet, onActivated: quiet, onCreated: quiet, onUpdated: quiet };
  const windows = { getAll: async () => [], onFocusChanged: quiet, onRemoved: quiet };
  const webRequest = { onAuthRequired: quiet, onBeforeRequest: quiet, onCompleted: quiet, onHeadersReceived: quiet };
  vi.stubGlobal('chrome', { tabs: { ...tabs, onAttached: quiet }, windows, webNavigation, webRequest });
  ({ outcomeResult: say } = await import('../../../../resources/extension/tools/outcome.ts'));
});
afterAll(() => vi.unstubAllGlobals());

const answer = (changes: Partial<Changes> | null, came = '') => {
  const outcome = { changes: changes && { ...none, ...changes }, surprise: came };
  const { content, surprise } = say('Clicked at (1, 2): button "Save"', outcome, 'button "Save"');
  return [content[0], surprise];
};
const text = (said: string) => ({ type: 'text', text: said });

test.each([
  [{}, 'Clicked at (1, 2): button "Save".'],
  [{ any: false }, 'Clicked at (1, 2): button "Save". No change seen.'],
  [{ state: ['checked', 'holds "x"'] }, 'Clicked at (1, 2): button "Save", now checked, holds "x".'],
  [{ focus: 'itself' }, 'Clicked at (1, 2): button "Save", focused.'],
  [{ notices: ['alert "Saved"'] }, 'Clicked at (1, 2): button "Save". It shows alert "Saved".'],
])('What %j says is expected.', (changes, said) => {
  expect(answer(changes)).toEqual([text(said), undefined]);
});

test('A press that went to something else is a surprise, and says to what.', () => {
  expect(answer({ isMeant: false, hit: 'link "Buy"' })).toEqual([
    text('Clicked at (1, 2): button "Save". The press went to link "Buy" instead: the button "Save" moved away.'),
    true,
  ]);
});

test('What came is told as a surprise, and then nothing is said of no change.', () => {
  expect(answer({ any: false }, 'The address is https://a.example/2 now.')).toEqual([
    text('Clicked at (1, 2): button "Save". The address is https://a.example/2 now.'),
    true,
  ]);
  expect(answer(null, 'The page is https://a.example/ now.')).toEqual([
    text('Clicked at (1, 2): button "Save". The page is https://a.example/ now.'),
    true,
  ]);
});
