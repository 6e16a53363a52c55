// Between the commands of spec 000 and the browser's tools: arguments one way, result keys the other, and the extension's side.
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HubError } from '../../../../../contract/errors.ts';
import { browserTools } from '../../../../../electron/core/tools/browser-tools.ts';
import { claudeToolName } from '../../../../../native-host/dialects/claude/claude-tools.ts';
import {
  expectAllowedScheme,
  tabIdOf,
  toolArguments,
} from '../../../../../native-host/dialects/claudezilla/claudezilla-arguments.ts';
import {
  claudezillaCommands,
  commandOf,
} from '../../../../../native-host/dialects/claudezilla/claudezilla-commands.ts';
import { ClaudezillaExtension } from '../../../../../native-host/dialects/claudezilla/claudezilla-extension.ts';
import { namedTools } from '../../../../../native-host/dialects/claudezilla/claudezilla-named-tools.ts';
import { plainPattern } from '../../../../../native-host/dialects/claudezilla/claudezilla-narrowing.ts';

const kind = 'Work (the companion extension in chromium)';
const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

test('Every command that a tool answers names a tool that the hub has.', () => {
  const known = browserTools.map(({ name }) => name);
  const named = Object.values(claudezillaCommands).flatMap(({ tool }) => (tool === undefined ? [] : [tool]));
  expect(named.filter(name => !known.includes(name))).toEqual([]);
});

test('Every tool of the browser is a command by its name and by that of real Claude clients, but for what is a command already.', () => {
  const spellings = new Set(browserTools.flatMap(({ name }) => [name, claudeToolName(name)]));
  const commands = [...spellings].filter(name => commandOf(name) !== null);
  expect(commands).toEqual(['navigate']);
  expect([...namedTools].toSorted()).toEqual([...spellings].filter(name => !commands.includes(name)).toSorted());
});

describe('Arguments', () => {
  test.each([
    ['navigate', { url: 'https://example.com', tabId: '42' }, { url: 'https://example.com', tabId: 42 }],
    ['getContent', { tabId: 2 }, { tabId: 2 }],
    ['getPageState', {}, { filter: 'all', max_chars: 500_000 }],
    ['getAccessibilitySnapshot', { maxDepth: 9 }, { depth: 9, max_chars: 500_000 }],
    ['screenshot', { tabId: 2, purpose: 'read-text' }, { action: 'screenshot', purpose: 'read-text', tabId: 2 }],
    ['screenshot', { scale: 0.5 }, { action: 'screenshot', scale: 0.5 }],
    ['screenshot', { scale: 2 }, { action: 'screenshot', scale: 1 }],
    [
      'screenshot',
      { purpose: 'inspect-ui', format: 'png' },
      { action: 'screenshot', purpose: 'inspect-ui', format: 'png' },
    ],
    ['getContent', { selector: 'body' }, {}],
    ['getContent', { selector: 'article' }, { selector: 'article' }],
    ['getAccessibilitySnapshot', { selector: 'main' }, { depth: 5, max_chars: 500_000, selector: 'main' }],
    ['click', { selector: '#go' }, { action: 'left_click', selector: '#go', selector_timeout: 5 }],
    ['click', { selector: '#go', autoWait: false }, { action: 'left_click', selector: '#go' }],
    [
      'click',
      { selector: '#go', waitTimeout: 90_000 },
      { action: 'left_click', selector: '#go', selector_timeout: 30 },
    ],
    [
      'type',
      { selector: '#q', text: 'x' },
      { action: 'type', text: 'x', selector: '#q', selector_timeout: 5, clear: true },
    ],
    ['type', { ref: 'ref_2', text: 'x', clear: false }, { action: 'type', text: 'x', ref: 'ref_2', clear: false }],
    [
      'pressKey',
      { selector: '#q', key: 'Enter' },
      { action: 'key', text: 'Enter', selector: '#q', selector_timeout: 5 },
    ],
    ['scroll', { selector: '#end' }, { action: 'scroll_to', selector: '#end', selector_timeout: 5 }],
    ['waitFor', { selector: '#end' }, { action: 'wait', selector: '#end', duration: 10 }],
    ['waitFor', { text: 'Done', timeout: 2_500 }, { action: 'wait', text: 'Done', duration: 2.5 }],
    ['waitFor', { url: '*/done', timeout: 9e9 }, { action: 'wait', url: '*/done', duration: 300 }],
    ['evaluate', { expression: 'document.title' }, { action: 'javascript_exec', text: 'document.title' }],
    ['getElementInfo', { selector: '#go' }, { selector: '#go', limit: 1 }],
    ['getConsoleLogs', { level: 'error', clear: true }, { clear: true, onlyErrors: true }],
    ['getConsoleLogs', { level: 'warn', limit: 5 }, { limit: 5, level: 'warn' }],
    ['getNetworkRequests', { type: 'image', status: 404 }, { limit: 50, type: 'image', status: 404 }],
    ['resizeWindow', { width: 800, height: 600, windowId: 3 }, { windowId: 3, width: 800, height: 600 }],
    ['setViewport', { device: 'iphone-14' }, { viewport: true, width: 390, height: 844 }],
    ['setViewport', { width: 500, height: 400 }, { viewport: true, width: 500, height: 400 }],
    ['click', { ref: 'ref_3' }, { action: 'left_click', ref: 'ref_3' }],
    ['click', { x: 10, y: 20 }, { action: 'left_click', coordinate: [10, 20] }],
    ['type', { text: 'hello' }, { action: 'type', text: 'hello' }],
    [
      'type',
      { selector: '#q', text: '' },
      { action: 'type', text: '', selector: '#q', selector_timeout: 5, clear: true },
    ],
    ['type', { ref: 'ref_2', text: '', clear: false }, { action: 'type', text: '', ref: 'ref_2', clear: false }],
    ['type', { text: '' }, { action: 'type', text: '', clear: false }],
    ['type', { text: '', clear: true }, { action: 'type', text: '', clear: true }],
    ['type', { text: 'a', clear: true }, { action: 'type', text: 'a', clear: true }],
    ['pressKey', { key: 'a', ctrlKey: true, shiftKey: true }, { action: 'key', text: 'ctrl+shift+a' }],
    ['scroll', { y: 500 }, { action: 'scroll_to', top: 500 }],
    ['scroll', { x: 0, y: 10 }, { action: 'scroll_to', left: 0, top: 10 }],
    ['scroll', {}, { action: 'wait', duration: 0 }],
    ['getNetworkRequests', { includeHeaders: true }, { limit: 50, includeHeaders: true }],
  ])('%s %j are those of its tool.', (command, params, args) => {
    expect(toolArguments(command, params, kind)).toEqual(args);
  });

  test.each([
    ['click', {}, 'needs a selector, a ref or a coordinate [x, y]'],
    ['type', { selector: '#q' }, 'needs a text'],
    ['pressKey', { selector: '#q' }, 'needs a key'],
    ['waitFor', { timeout: 100 }, 'needs a selector, a text or a url to wait for'],
    ['evaluate', {}, 'needs an expression'],
    ['getElementInfo', {}, 'needs a selector'],
    ['setViewport', { width: 500 }, 'needs a device, or a width and a height; devices are iphone-se, iphone-14,'],
    ['setViewport', { device: 'nokia-3310' }, 'knows no device "nokia-3310"; send one of iphone-se, iphone-14,'],
  ])('%s %j is refused in a sentence that names the command and the browser.', (command, params, sentence) => {
    expect(() => toolArguments(command, params, kind)).toThrow(
      `${command} in Work (the companion extension in chromium) ${sentence}`,
    );
  });

  test('An expression of more than 10,000 characters is refused, and one that would reach out of its page.', () => {
    const evaluate = (expression: string) => () => toolArguments('evaluate', { expression }, kind);
    expect(evaluate('x'.repeat(10_000))).not.toThrow();
    expect(evaluate('x'.repeat(10_001))).toThrow('Expression too long (max 10000 characters)');
    const forbidden = [
      'fetch ("/")',
      'new XMLHttpRequest',
      'import("x")',
      'eval(1)',
      'new Function("1")',
      'setTimeout(f)',
    ];
    const stores = ['setInterval(f)', 'document.cookie', 'localStorage.a', 'window.sessionStorage'];
    for (const expression of [...forbidden, ...stores])
      expect(evaluate(expression), expression).toThrow(/^Blocked expression pattern detected: \\b/);
    for (const allowed of ['document.title', 'prefetched(1)', 'evaluate(2)', 'cookies.length'])
      expect(evaluate(allowed), allowed).not.toThrow();
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

const conversation = fs
  .readFileSync(path.join(import.meta.dirname, '../../../../fixtures/wires/claudezilla-extension.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => JSON.parse(line) as { from: 'extension' | 'host'; message: Record<string, unknown> });
const saidBy = (who: 'extension' | 'host') =>
  conversation.filter(({ from }) => from === who).map(({ message }) => message);

describe('The captured conversation of host and extension', () => {
  test.each(saidBy('extension'))('What the extension says is read: %j', said => {
    const read = new ClaudezillaExtension().decode(said);
    const kinds = said.command === undefined ? (said.success === true ? 'result' : 'error') : 'request';
    expect(read).toMatchObject({ kind: kinds });
  });

  test.each(saidBy('host').filter(({ success }) => success === true))(
    'An answer to the pop-up is written as the real host did: %j',
    said => {
      const written = new ClaudezillaExtension().encode({
        kind: 'result',
        id: String(said.id),
        result: said.result,
      });
      expect(JSON.stringify(written)).toBe(JSON.stringify(said));
    },
  );

  test('000 Request Format: a command for the extension has the keys of the real host’s, in their order.', () => {
    const [command] = saidBy('host').filter(({ type }) => type === 'command');
    const written = new ClaudezillaExtension().encode({
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
    const dialect = new ClaudezillaExtension();
    expect(dialect.encode(call('navigate', { url: 'https://example.com' }, 42))).toEqual({
      id: '7',
      type: 'command',
      command: 'navigate',
      params: { tabId: 42, url: 'https://example.com' },
    });
  });

  test.each([
    [
      'computer',
      { action: 'left_click', selector: '#go', selector_timeout: 2 },
      'click',
      { selector: '#go', autoWait: true, waitTimeout: 2_000 },
    ],
    [
      'computer',
      { action: 'type', selector: '#q', text: 'x', clear: true },
      'type',
      { selector: '#q', text: 'x', clear: true },
    ],
    ['computer', { action: 'scroll_to', selector: '#end' }, 'scroll', { selector: '#end', behavior: 'instant' }],
    ['computer', { action: 'wait', text: 'Done', duration: 3 }, 'waitFor', { text: 'Done', timeout: 3_000 }],
    ['form_input', { selector: '#q', value: 7 }, 'type', { selector: '#q', text: '7', clear: true }],
    ['find', { selector: '#go' }, 'getElementInfo', { selector: '#go' }],
    ['javascript_tool', { text: '1 + 1' }, 'evaluate', { expression: '1 + 1' }],
    ['read_console_messages', { onlyErrors: true }, 'getConsoleLogs', { level: 'error' }],
    ['read_network_requests', { limit: 3 }, 'getNetworkRequests', { limit: 3 }],
    ['resize_window', { width: 800, height: 600 }, 'resizeWindow', { width: 800, height: 600 }],
    ['get_page_text', { selector: 'main' }, 'getContent', { maxLength: 500_000, selector: 'main' }],
  ])('%s %j is its command %s.', (tool, args, command, params) => {
    const dialect = new ClaudezillaExtension();
    expect(dialect.encode(call(tool, args, 2))).toMatchObject({ command, params: { tabId: 2, ...params } });
  });

  test.each([
    ['javascript_tool', { text: '1 + 1' }, { expression: '1 + 1', result: 2, type: 'number' }, '2'],
    ['find', { selector: '#a' }, { tagName: 'a' }, '{"matches":1,"elements":[{"tagName":"a"}]}'],
  ])('%s answers as it does in our own extension.', (tool, args, result, said) => {
    const dialect = new ClaudezillaExtension();
    dialect.encode(call(tool, args, 2));
    expect(dialect.decode({ id: '7', success: true, result })).toMatchObject({
      result: { content: [{ type: 'text', text: said }] },
    });
  });

  test('The tab that createWindow answers with is the tab of the call.', () => {
    const dialect = new ClaudezillaExtension();
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
    const dialect = new ClaudezillaExtension();
    dialect.encode(call('computer', { action: 'screenshot' }, 2));
    expect(
      dialect.decode({ id: '7', success: true, result: { dataUrl: 'data:image/jpeg;base64,/9j/' } }),
    ).toMatchObject({
      result: { content: [{ type: 'image', data: '/9j/', mimeType: 'image/jpeg' }] },
    });
  });

  test('A refusal keeps the details that the real host loses.', () => {
    const dialect = new ClaudezillaExtension();
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
    ['computer', { action: 'left_click', coordinate: [1, 2] }, 'computer left_click without a selector'],
    ['computer', { action: 'key', text: 'a', ref: 'ref_1' }, 'computer key with a ref'],
    ['computer', { action: 'key', text: 'Tab Tab' }, 'computer key with several keys in one call'],
    ['computer', { action: 'wait', duration: 1 }, 'computer wait for a time'],
    ['find', { query: 'save' }, 'find without a selector'],
    ['form_input', { fields: [{ selector: '#q', value: 'x' }] }, 'form_input of many fields'],
    ['form_input', { selector: '#q', value: ['x'] }, 'form_input of several options'],
    ['read_page', { ref_id: 'ref_1' }, 'read_page with a ref_id'],
    ['navigate', { url: 'back' }, 'navigate back'],
    ['upload_image', {}, 'upload_image'],
  ])('%s %j has no counterpart, and the sentence names both.', (tool, args, what) => {
    expect(() => new ClaudezillaExtension().encode(call(tool, args, 2))).toThrow(
      `${what} has no counterpart in Claudezilla's extension; use another tool.`,
    );
  });

  test.each([
    ['read_page', { from: 20 }, 'read_page with from'],
    ['computer', { action: 'left_click', selector: '#a', modifiers: 'ctrl' }, 'computer left_click with modifiers'],
    ['computer', { action: 'key', text: 'Tab', repeat: 3 }, 'computer key with repeat'],
  ])('%s %j would do something else, and is refused by the name of the argument.', (tool, args, what) => {
    expect(() => new ClaudezillaExtension().encode(call(tool, args, 2))).toThrow(
      `${what} has no counterpart in Claudezilla's extension; leave it out or use another browser.`,
    );
  });

  const answered = (tool: string, args: object, result: object) => {
    const dialect = new ClaudezillaExtension();
    const sent = dialect.encode(call(tool, args, 2));
    const { content } = (dialect.decode({ id: '7', success: true, result }) as { result: typeof image }).result;
    return { sent, texts: content.map(({ text: words }) => words) };
  };
  const image = text('');

  test.each([
    ['read_page', { filter: 'interactive', since: 3 }, 'filter, since'],
    ['find', { selector: '#a', since: 3 }, 'since'],
    ['javascript_tool', { text: '1', timeout: 20 }, 'timeout of the script'],
  ])('%s %j is done without, and its answer says so at its end.', (tool, args, names) => {
    expect(answered(tool, args, { tagName: 'a' }).texts.at(-1)).toMatch(
      new RegExp(`(^|\\S )Ignored by Claudezilla's extension: ${names}\\.$`),
    );
  });

  test.each([
    ['read_page', { filter: 'all', depth: 3 }],
    ['find', { selector: '#a', limit: 5 }],
    ['computer', { action: 'key', text: 'Tab', repeat: 1 }],
  ])('%s %j is what it does anyway.', (tool, args) => {
    expect(answered(tool, args, { tagName: 'a' }).texts).toHaveLength(1);
  });

  test('A page is cut at max_chars, with a mark.', () => {
    const { texts } = answered('read_page', { max_chars: 20 }, { snapshot: 'x'.repeat(100) });
    expect(texts).toEqual([
      `{"snapshot":"xxxxxxx…(95 more characters; read a part of the page with selector or depth)`,
    ]);
    expect(answered('read_page', { max_chars: 500 }, { snapshot: 'x' }).texts).toEqual(['{"snapshot":"x"}']);
  });

  test('Of the console what a pattern is about comes back, the newest of it; the extension is asked for all.', () => {
    const logs = [
      { level: 'error', message: 'Failed to load a', timestamp: 4 },
      { level: 'log', message: 'hello', timestamp: 3 },
      { level: 'warn', message: 'WARNING', timestamp: 2 },
      { level: 'error', message: 'failed twice: b', timestamp: 1 },
    ];
    const { sent, texts } = answered('read_console_messages', { pattern: 'failed|warn', limit: 2 }, { logs, total: 4 });
    expect(sent).toMatchObject({ command: 'getConsoleLogs', params: { limit: 1_000 } });
    expect(JSON.parse(texts[0] ?? '')).toEqual({ logs: [logs[0], logs[2]], total: 4, filtered: 3 });
    expect(texts).toHaveLength(1);
  });

  test('Of the requests those whose address has the part come back; without one the answer stays as it is.', () => {
    const requests = [{ url: 'https://a.example/api/x' }, { url: 'https://a.example/' }];
    const { sent, texts } = answered('read_network_requests', { urlPattern: '/api/' }, { requests });
    expect(sent).toMatchObject({ params: { limit: 1_000 } });
    expect(JSON.parse(texts[0] ?? '')).toEqual({ requests: [requests[0]], filtered: 1 });
    const all = answered('read_network_requests', { limit: 5 }, { requests });
    expect([all.sent, all.texts]).toMatchObject([{ params: { limit: 5 } }, [JSON.stringify({ requests })]]);
  });

  test.each([
    ['error', 'An ERROR', true],
    ['error|warn', 'a warning', true],
    ['error|warn', 'fine', false],
    ['a.*c', 'abc', true],
    ['a.*c', 'cba', false],
    ['a.*c', 'a\nc', false],
    ['v1\\.2', 'v1.2', true],
    ['v1\\.2', 'v1x2', false],
    ['.*', 'anything', true],
  ])('The pattern %j and the text %j: %j, as an expression.', (pattern, words, matches) => {
    expect(plainPattern(pattern)?.(words)).toBe(matches);
    expect(new RegExp(pattern, 'i').test(words)).toBe(matches);
  });

  test.each(['^(a+)+$', 'a{2}', '[ab]', '\\d', 'a.c', 'a?', 'x'.repeat(501)])(
    'The pattern %j is refused by name.',
    pattern => {
      expect(plainPattern(pattern)).toBeNull();
      expect(() => new ClaudezillaExtension().encode(call('read_console_messages', { pattern }, 2))).toThrow(
        'read_console_messages with a pattern of more than words, | and .* has no counterpart',
      );
    },
  );

  test('Whatever is a plain pattern says what it says as an expression.', () => {
    const part = fc.constantFrom('a', 'b', 'ab', '|', '.*', '\\.', '.', ' ', '-', '/', '\\|', 'A');
    const words = fc.array(fc.constantFrom('a', 'b', 'A', '.', '|', ' ', '-', '/', '\n'), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), words, (parts, letters) => {
        const pattern = parts.join('');
        const matches = plainPattern(pattern);
        const line = letters.join('');
        if (matches) expect(matches(line)).toBe(new RegExp(pattern, 'i').test(line));
      }),
      { numRuns: 3_000 },
    );
  });

  test('Its own requests are requests, and are answered in its form.', () => {
    const dialect = new ClaudezillaExtension();
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
        const dialect = new ClaudezillaExtension();
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
