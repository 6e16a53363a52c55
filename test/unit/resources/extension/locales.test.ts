// The messages of the pop-up and of the panel of a chat: German beside each English one, nothing left over, and no words past them.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { german as panelGerman } from '../../../../renderer/words/de/index.ts';
import { boxWords } from '../../../../resources/extension/boxed/box-said.ts';
import { englishWordsIn } from '../../../support/own-english.ts';
import { repositoryRoot } from '../../../support/provided.ts';

interface Message {
  readonly message: string;
  readonly placeholders?: Readonly<Record<string, { readonly content: string }>>;
}

const folder = path.join(repositoryRoot, 'resources/extension');
const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
const messagesIn = (language: string) =>
  JSON.parse(read(`_locales/${language}/messages.json`)) as Readonly<Record<string, Message>>;
const [english, german] = [messagesIn('en'), messagesIn('de')];

/** Of the keyword in the address bar, and of the little window that answers there. */
function omniboxKeys(): string[] {
  const code = ['address-bar/omnibox.ts', 'address-bar/answers.ts', 'omnibox-answer.ts'].map(read).join('');
  return [...new Set([...code.matchAll(/'(omnibox[A-Z]\w*)'/g)].map(([, key = '']) => key))];
}

/** Of the panel of a chat, and of the key that shows it. */
function chatKeys(): string[] {
  const code = ['page-chat.ts', 'page-chat/turn-view.ts', 'web-agent/deeds/chat-deeds.ts'].map(read).join('');
  const named = [...code.matchAll(/'(chat[A-Z][a-zA-Z]*)'/g)].map(([, key = '']) => key);
  const calls = ['running', 'waiting', 'done', 'refused', 'failed', 'stopped'].map(state => `chatCall_${state}`);
  const ends = ['budget', 'failed', 'stopped'].map(why => `chatEnd_${why}`);
  return ['toggleChat', ...new Set(named), ...calls, ...ends];
}

/** Of the window in which the companion asks by itself, and of what the pop-up shows of the answers. */
function aloneKeys(): string[] {
  const code = ['alone-question.ts', 'popup.ts', 'popup-decided.ts'].map(read).join('');
  return [...new Set([...code.matchAll(/'(alone[A-Z]\w*)'/g)].map(([, key = '']) => key))];
}

/** Of the page with the servers of this browser. */
function serversKeys(): string[] {
  const files = ['servers.ts', 'popup-servers.ts', 'boxed/read-picked.ts', 'boxed/server-store.ts'];
  return [
    ...new Set(
      [
        ...files
          .map(read)
          .join('')
          .matchAll(/'(servers[A-Z]\w*)'/g),
      ].map(([, key = '']) => key),
    ),
  ];
}

describe('the messages of the pop-up', () => {
  test('are the same in both languages, with the same values', () => {
    expect(Object.keys(german)).toEqual(Object.keys(english));
    const values = (messages: typeof english) => Object.values(messages).map(({ placeholders }) => placeholders);
    expect(values(german)).toEqual(values(english));
  });

  test.each(Object.entries(german))('%s is German', (key, { message }) => {
    expect(message).not.toBe(english[key]?.message);
    expect(englishWordsIn(message)).toEqual([]);
  });

  test('say of a server that the browser runs by itself what pages are told of it', () => {
    for (const [key, sentence] of Object.entries(boxWords)) expect(english[key]?.message).toBe(sentence);
  });

  test('name a place of the panel as the panel does', () => {
    expect(english['noRelayText']?.message).toContain('under Connect.');
    expect(german['noRelayText']?.message).toContain(`„${panelGerman['Connect']}“`);
  });

  test('are all that the pop-up and the manifest say', () => {
    const kinds = [...read('state.ts').matchAll(/readonly kind: '([a-z-]+)'/g)].map(([, kind = '']) => kind);
    const keys = kinds.map(kind => kind.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
    const pairing = [...read('popup.ts').matchAll(/'(pair[A-Z]\w+)'/g)].map(([, key = '']) => key);
    const scripts = [...read('popup-scripts.ts').matchAll(/'(scripts(?:Let|Held|Button))'/g)].map(
      ([, key = '']) => key,
    );
    const form = [
      'codeLabel',
      'codeButton',
      'overSocket',
      'sidePanel',
      'questionsWait',
      'paused',
      ...pairing,
      ...new Set(scripts),
    ];
    const own = [...chatKeys(), ...omniboxKeys(), ...aloneKeys(), ...serversKeys(), ...Object.keys(boxWords)];
    const asked = ['language', 'description', ...form, ...own, ...keys.flatMap(key => [key, `${key}Text`])];
    expect(Object.keys(english).toSorted()).toEqual(asked.toSorted());
    expect(JSON.parse(read('manifest.json'))).toMatchObject({
      default_locale: 'en',
      description: '__MSG_description__',
    });
    for (const page of ['popup.html', 'alone-question.html', 'servers.html'])
      expect(
        read(page)
          .replace(/<title>Pilothouse<\/title>|<[^>]*>/g, '')
          .trim(),
      ).toBe('');
    const code = ['popup.ts', 'popup-scripts.ts', 'popup-decided.ts']
      .map(read)
      .join('')
      .replace(/^ *(\/\/|\/\*\*).*$/gm, '');
    const said = [...code.matchAll(/'[^'\n]*'|`[^`\n]*`/g)].map(([text]) => text);
    expect(said.length).toBeGreaterThan(5);
    expect(said.filter(text => /\p{L} \p{L}/u.test(text))).toEqual([]);
  });
});
