// What was not done is said in the language of the page, also where the hub said it in English.
import { beforeEach, expect, test, vi } from 'vitest';

async function textIn(language: string, fault: object): Promise<string> {
  vi.stubGlobal('chrome', { i18n: { getMessage: () => language } });
  const { ActRefused } = await import('../../../../../resources/extension/own-pages/act-refused.ts');
  const { faultText } = await import('../../../../../resources/extension/own-pages/words/fault-words.ts');
  return faultText(new ActRefused(fault as ConstructorParameters<typeof ActRefused>[0]));
}

beforeEach(() => vi.resetModules());

const refused = (reason: object | null, message = 'The hub says so.') => ({ kind: 'refused', reason, message });

test.each([
  ['anew', { kind: 'anew' }, 'Der Begleiter hat neu begonnen'],
  ['without a hub', { kind: 'no-hub' }, 'Pilothouse läuft nicht'],
  ['a reason', refused({ kind: 'chat-no-model' }), 'Es wurde nicht getan: Für den Chat ist kein Modell gewählt'],
  ['a reason of a newer hub', refused({ kind: 'of-tomorrow' }), 'Es wurde nicht getan; in Pilothouse nachsehen.'],
  ['no reason', refused(null), 'Es wurde nicht getan; in Pilothouse nachsehen.'],
])('In German, %s: no word of English.', async (_, fault, text) => {
  const said = await textIn('de', fault);
  expect(said).toContain(text);
  expect(said).not.toContain('The hub');
});

test('In English the hub’s own sentence is said.', async () => {
  expect(await textIn('en', refused({ kind: 'of-tomorrow' }))).toBe('It was not done: The hub says so.');
  expect(await textIn('en', { kind: 'no-hub' })).toContain('Pilothouse is not running');
});
