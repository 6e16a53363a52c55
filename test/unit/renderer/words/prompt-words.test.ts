// Sentences that hold text from outside: what destroys names its object, and nothing in a name turns or hides the rest.
import { describe, expect, it } from 'vitest';
import { nearCount, ruleParts } from '../../../../renderer/screens/permissions/why-words.ts';
import { objectsOf } from '../../../../renderer/words/object-words.ts';
import { promptParts, promptSentence } from '../../../../renderer/words/prompt-words.ts';
import { fixtureSnapshot } from '../../../support/panel-fixture/snapshot.ts';

const now = 1_800_000_000_000;
const snapshot = fixtureSnapshot(now);
const prompt = snapshot.prompts['prompt-88']!;
const text = (parts: readonly { readonly text: string }[]) =>
  parts
    .map(part => part.text)
    .join('')
    .replaceAll('\u00a0', ' ');

describe('the object of a call', () => {
  it('is the argument that names it, before all others', () => {
    expect(objectsOf('{"force":true,"path":"/home/ana/notes.txt"}')).toEqual([
      'path “/home/ana/notes.txt”',
      'force true',
    ]);
    expect(objectsOf('{"paths":["a","b"],"mode":"x","deep":{"file_path":"c"},"more":1}')).toEqual([
      'paths “a”',
      'paths “b”',
      'file_path “c”',
      '2 more below',
    ]);
  });

  it('is what a script does, and not the tab in which it does it', () => {
    expect(objectsOf('{"tabId":7,"action":"exec","text":"document.body.remove()"}')).toEqual([
      'text “document.body.remove()”',
      'action “exec”',
      'tabId 7',
    ]);
  });

  it('is the beginning of arguments that are cut, and nothing where there are none', () => {
    expect(objectsOf('{"path":"/home/an')).toEqual(['{"path":"/home/an']);
    expect([objectsOf('{}'), objectsOf('')]).toEqual([[], []]);
  });

  it('stands in the sentence of what may destroy, and only there', () => {
    expect(promptSentence(snapshot, { ...prompt, destructive: true })).toBe(
      'Cursor wants to call a tool of filesystem: path “src/billing/plan.ts”',
    );
    expect(promptSentence(snapshot, prompt)).toBe('Cursor wants to call a tool of filesystem');
  });
});

it('A question says which of several agents of a name asks, and their name alone where several ask the same.', () => {
  const asking = snapshot.agents[prompt.agentId]!;
  const numbered = { ...snapshot, agents: { ...snapshot.agents, [asking.id]: { ...asking, number: 2 } } };
  expect(promptSentence(numbered, prompt)).toBe('Cursor 2 wants to call a tool of filesystem');
  const [ask] = prompt.asks;
  const joined = { ...prompt, asks: [...prompt.asks, { ...ask!, agentId: 'another' }] };
  expect(promptSentence(numbered, joined)).toBe('Cursor wants to call a tool of filesystem');
  const page = { ...prompt, subject: { kind: 'origin', id: 'https://app.example' } } as const;
  expect(promptSentence(numbered, page)).toBe('app.example wants to call a tool of filesystem');
});

describe('a sentence', () => {
  it('keeps names from outside apart from its own words and shows what cannot be seen in them', () => {
    const name = '\u202eevil\u0007<b>x</b>';
    const client = { ...snapshot.clients[prompt.clientId]!, name };
    const parts = promptParts({ ...snapshot, clients: { [client.id]: client } }, prompt);
    expect(parts).toEqual([
      { text: '⟨U+202E⟩evil␇<b>x</b>', foreign: true },
      { text: ' wants to call a tool of ', foreign: false },
      { text: 'filesystem', foreign: true },
    ]);
  });

  it('keeps the end of a long host, which says whose it is', () => {
    const site = `https://accounts.google.com.${'a'.repeat(150)}.evil.example`;
    const sentence = promptSentence(snapshot, { ...prompt, resource: { kind: 'any' }, site });
    expect(sentence).toMatch(/… *.*\.evil\.example$/);
    expect(sentence.length).toBeLessThan(130);
  });

  it('names the page whose answer it will be', () => {
    const page = { ...prompt, subject: { kind: 'origin' as const, id: 'https://app.example' } };
    expect(promptSentence(snapshot, page)).toBe('app.example wants to call a tool of filesystem');
  });
});

describe('why a question was asked', () => {
  it('names each rule that came near', () => {
    const near = { rule: 'grant grant-10', effect: 'allow' as const, differs: [] };
    expect(text(ruleParts(snapshot, near, now))).toBe('allow Claude Code, computer, app.atlas.test, 8 min left');
    expect(text(ruleParts(snapshot, { ...near, rule: 'policy no-uploads', effect: 'deny' }, now))).toBe(
      'deny, from the policy file',
    );
  });

  it('says so when none did', () => {
    expect([0, 1, 3].map(nearCount)).toEqual([
      'no rule comes near this call',
      '1 rule comes near, it does not match',
      '3 rules come near, none matches',
    ]);
  });
});
