// Between the commands of spec 000 and the browser's tools: arguments one way, result keys the other, and the extension's side.
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectAllowedScheme, tabIdOf, toolArguments } from '../../../../native-host/dialects/claudezilla-arguments.ts';
import { claudezillaCommands } from '../../../../native-host/dialects/claudezilla-commands.ts';
import { createClaudezillaExtensionDialect } from '../../../../native-host/dialects/claudezilla-extension.ts';
import { commandResult } from '../../../../native-host/dialects/claudezilla-results.ts';
import { HubError } from '../../../../electron/contract/errors.ts';
import { browserTools } from '../../../../electron/core/tools/browser-tools.ts';

const kind = 'Work (the companion extension in chromium)';
const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

test('Every command that a tool answers names a tool that the hub has.', () => {
  const known = browserTools.map(({ name }) => name);
  const named = Object.values(claudezillaCommands).flatMap(({ tool }) => (tool === undefined ? [] : [tool]));
  expect(named.filter(name => !known.includes(name))).toEqual([]);
});

describe('Arguments', () => {
  test.each([
    ['navigate', { url: 'https://example.com', tabId: '42' }, { url: 'https://example.com', tabId: 42 }],
    ['getContent', { tabId: 2 }, { tabId: 2 }],
    ['getPageState', {}, { filter: 'all' }],
    ['getAccessibilitySnapshot', { maxDepth: 9 }, { depth: 9 }],
    ['screenshot', { tabId: 2, purpose: 'read-text' }, { action: 'screenshot', tabId: 2 }],
    ['click', { ref: 'ref_3' }, { action: 'left_click', ref: 'ref_3' }],
    ['click', { x: 10, y: 20 }, { action: 'left_click', coordinate: [10, 20] }],
    ['type', { text: 'hello' }, { action: 'type', text: 'hello' }],
    ['pressKey', { key: 'a', ctrlKey: true, shiftKey: true }, { action: 'key', text: 'ctrl+shift+a' }],
    ['scroll', { y: 500 }, { action: 'scroll', scroll_direction: 'down', scroll_amount: 5 }],
    ['scroll', { x: -100, y: 10 }, { action: 'scroll', scroll_direction: 'left', scroll_amount: 1 }],
  ])('%s %j are those of its tool.', (command, params, args) => {
    expect(toolArguments(command, params, kind)).toEqual(args);
  });

  test.each([
    ['click', { selector: '#go' }],
    ['type', { selector: '#q', text: 'x' }],
    ['pressKey', { selector: '#q', key: 'Enter' }],
    ['scroll', { selector: '#end' }],
    ['getContent', { selector: 'article' }],
  ])('%s %j has no counterpart, and the sentence names the command and the browser.', (command, params) => {
    expect(() => toolArguments(command, params, kind)).toThrow(
      new RegExp(`^${command} in Work \\(the companion extension in chromium\\) takes no selector; .+\\.$`),
    );
  });

  test.each([['javascript:alert(1)'], [' JAVASCRIPT:alert(1)'], ['data:text/html,x'], ['blob:x']])(
    'The address %s never reaches a tab.',
    url => {
      const scheme = url.trim().split(':')[0]?.toLowerCase();
      expect(() => expectAllowedScheme(url)).toThrow(
        `URL scheme not allowed: ${scheme}:. Allowed: http:, https:, about:, file:`,
      );
    },
  );

  test.each([['https://example.com'], ['localhost:3000/x'], ['about:blank'], ['example.com'], [undefined]])(
    'The address %s is left to the browser.',
    url => expect(() => expectAllowedScheme(url)).not.toThrow(),
  );

  test.each([
    [42, 42],
    ['42', 42],
    [0, null],
    ['', null],
    [undefined, null],
  ])('The tab %j is %j.', (given, tabId) => {
    expect(tabIdOf({ tabId: given })).toBe(tabId);
  });

  test.each([['two'], [1.5], [{}], [true]])('The tab %j is none, and the sentence says what to send.', given => {
    expect(() => tabIdOf({ tabId: given })).toThrow('send the whole number that createWindow answered with.');
  });

  test('No params make it throw anything but a sentence.', () => {
    const commands = Object.entries(claudezillaCommands).filter(([, { answer }]) => answer === 'tool');
    fc.assert(
      fc.property(fc.constantFrom(...commands), fc.dictionary(fc.string(), fc.jsonValue()), ([command], params) => {
        try {
          toolArguments(command, params, kind);
        } catch (error) {
          expect(error).toBeInstanceOf(HubError);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('Result keys', () => {
  test('navigate answers with the tab, its address and its title.', () => {
    const said = text(JSON.stringify({ tabId: 42, url: 'https://example.com/', title: 'Example Domain' }));
    expect(commandResult('navigate', said, {})).toEqual({
      tabId: 42,
      url: 'https://example.com/',
      title: 'Example Domain',
      navigated: true,
    });
  });

  test('getContent cuts the text at maxLength and says so.', () => {
    const said = text('Title: Probe /b1\nURL: http://127.0.0.1/b1\n\nHelloGo');
    const common = { tabId: 3, url: 'http://127.0.0.1/b1', title: 'Probe /b1', textLength: 7 };
    expect(commandResult('getContent', said, { tabId: 3 })).toEqual({ ...common, text: 'HelloGo', truncated: false });
    expect(commandResult('getContent', said, { tabId: 3, maxLength: 5 })).toEqual({
      ...common,
      text: 'Hello',
      truncated: true,
    });
  });

  test('getPageState sorts the elements into the lists of the real system, each with the ref to click.', () => {
    const tree = [
      'Probe /a1',
      'http://127.0.0.1/a1',
      'viewport 1366x682',
      '',
      'main [ref_1]',
      '  heading "Hello \\"you\\"" [ref_2] level=1',
      '  link "More" [ref_3] href="/more"',
      '  button "Go" [ref_4] disabled',
      '  textbox "Name" [ref_5] value="Ana"',
      '  paragraph "Words" [ref_6]',
    ].join('\n');
    expect(commandResult('getPageState', text(tree), { tabId: 2 })).toEqual({
      tabId: 2,
      url: 'http://127.0.0.1/a1',
      title: 'Probe /a1',
      viewport: { width: 1366, height: 682 },
      errors: [],
      headings: [{ level: 'h1', text: 'Hello "you"', ref: 'ref_2' }],
      links: [{ text: 'More', href: '/more', ref: 'ref_3' }],
      buttons: [{ text: 'Go', disabled: true, ref: 'ref_4' }],
      inputs: [{ type: 'textbox', label: 'Name', value: 'Ana', disabled: false, ref: 'ref_5' }],
      images: [],
      landmarks: [{ role: 'main', label: '', ref: 'ref_1' }],
      counts: {
        headings: { shown: 1, total: 1 },
        links: { shown: 1, total: 1 },
        buttons: { shown: 1, total: 1 },
        inputs: { shown: 1, total: 1 },
        images: { shown: 0, total: 0 },
        landmarks: { shown: 1, total: 1 },
      },
    });
  });

  test('screenshot answers with a data address, from which the real MCP server takes the picture.', () => {
    const image = { content: [{ type: 'image', data: 'iVBOR', mimeType: 'image/png' }] };
    expect(commandResult('screenshot', image, { tabId: 2 })).toMatchObject({
      tabId: 2,
      format: 'png',
      dataUrl: 'data:image/png;base64,iVBOR',
    });
  });

  test('No text of a page makes it throw.', () => {
    const commands = Object.keys(claudezillaCommands);
    fc.assert(
      fc.property(fc.constantFrom(...commands), fc.string({ maxLength: 300 }), (command, words) => {
        commandResult(command, text(words), {});
      }),
      { numRuns: 2_000 },
    );
  });
});

const conversation = fs
  .readFileSync(path.join(import.meta.dirname, '../../../fixtures/wires/claudezilla-extension.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as { from: 'extension' | 'host'; message: Record<string, unknown> });
const saidBy = (who: 'extension' | 'host') =>
  conversation.filter(({ from }) => from === who).map(({ message }) => message);

describe('The captured conversation of host and extension', () => {
  test.each(saidBy('extension'))('What the extension says is read: %j', said => {
    const read = createClaudezillaExtensionDialect().decode(said);
    const kinds = said.command === undefined ? (said.success === true ? 'result' : 'error') : 'request';
    expect(read).toMatchObject({ kind: kinds });
  });

  test.each(saidBy('host').filter(({ success }) => success === true))(
    'An answer to the pop-up is written as the real host did: %j',
    said => {
      const written = createClaudezillaExtensionDialect().encode({
        kind: 'result',
        id: String(said.id),
        result: said.result,
      });
      expect(JSON.stringify(written)).toBe(JSON.stringify(said));
    },
  );

  test('A command has the keys of the real host’s, in their order.', () => {
    const [command] = saidBy('host').filter(({ type }) => type === 'command');
    const written = createClaudezillaExtensionDialect().encode({
      kind: 'request',
      id: 1,
      method: 'call',
      params: { tool: 'tabs_context', args: {} },
    });
    expect(Object.keys(written ?? {})).toEqual(Object.keys(command ?? {}));
  });
});

describe('An extension that speaks spec 000', () => {
  const call = (tool: string, args: object, tabId?: number) =>
    ({
      kind: 'request',
      id: 7,
      method: 'call',
      params: { tool, args, ...(tabId === undefined ? {} : { tabId }) },
    }) as const;

  test('A call goes out as a command, with the hub’s number as its id.', () => {
    const dialect = createClaudezillaExtensionDialect();
    expect(dialect.encode(call('navigate', { url: 'https://example.com' }, 42))).toEqual({
      id: '7',
      type: 'command',
      command: 'navigate',
      params: { tabId: 42, url: 'https://example.com' },
    });
  });

  test('The tab that createWindow answers with is the tab of the call.', () => {
    const dialect = createClaudezillaExtensionDialect();
    dialect.encode(call('tabs_create', { url: 'http://127.0.0.1/a1' }));
    const result = { windowId: 25, tabId: 2, ownerId: 'agent_pilothouse', tabCount: 1, maxTabs: 12 };
    expect(dialect.decode({ id: '7', success: true, result })).toEqual({
      kind: 'result',
      id: 7,
      result: {
        content: [{ type: 'text', text: '{"tabId":2,"windowId":25,"title":"","url":""}' }],
        tab: { tabId: 2, windowId: 25, title: '', url: '', active: true },
      },
    });
  });

  test('A screenshot becomes an image.', () => {
    const dialect = createClaudezillaExtensionDialect();
    dialect.encode(call('computer', { action: 'screenshot' }, 2));
    expect(
      dialect.decode({ id: '7', success: true, result: { dataUrl: 'data:image/jpeg;base64,/9j/' } }),
    ).toMatchObject({
      result: { content: [{ type: 'image', data: '/9j/', mimeType: 'image/jpeg' }] },
    });
  });

  test('A refusal keeps the details that the real host loses.', () => {
    const dialect = createClaudezillaExtensionDialect();
    dialect.encode(call('computer', { action: 'screenshot' }, 2));
    const details = { code: 'MUTEX_BUSY', retryAfterMs: 2_000 };
    expect(
      dialect.decode({ id: '7', success: false, error: 'Screenshot mutex held by another agent', details }),
    ).toEqual({
      kind: 'error',
      id: 7,
      error: {
        code: -32603,
        message: 'Screenshot mutex held by another agent',
        data: { code: 'ERR_TOOL_FAILED', details },
      },
    });
  });

  test.each([
    ['computer', { action: 'left_click', coordinate: [1, 2] }, 'computer left_click'],
    ['navigate', { url: 'back' }, 'navigate back'],
    ['upload_image', {}, 'upload_image'],
  ])('%s %j has no counterpart, and the sentence names both.', (tool, args, what) => {
    expect(() => createClaudezillaExtensionDialect().encode(call(tool, args, 2))).toThrow(
      `${what} has no counterpart in an extension that speaks spec 000; use another tool.`,
    );
  });

  test('Its own requests are requests, and are answered in its form.', () => {
    const dialect = createClaudezillaExtensionDialect();
    expect(dialect.decode({ id: 'pop-1', command: 'ping', params: {} })).toEqual({
      kind: 'request',
      id: 'pop-1',
      method: 'ping',
      params: {},
    });
    expect(dialect.encode({ kind: 'result', id: 'pop-1', result: { pong: true, timestamp: 1 } })).toEqual({
      id: 'pop-1',
      success: true,
      result: { pong: true, timestamp: 1 },
    });
  });

  test('No value makes decode throw.', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...browserTools.map(({ name }) => name)), (result, tool) => {
        const dialect = createClaudezillaExtensionDialect();
        dialect.decode(result);
        try {
          dialect.encode(call(tool, { action: 'screenshot', url: 'x' }, 2));
        } catch (error) {
          expect(error).toBeInstanceOf(HubError);
        }
        dialect.decode({ id: '7', success: true, result });
      }),
      { numRuns: 2_000 },
    );
  });
});
