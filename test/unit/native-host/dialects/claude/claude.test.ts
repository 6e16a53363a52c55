// The Claude dialects and ours: transcripts, Claude's written from captures, play through word for word, and no input throws.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxBrowserFrameBytes } from '../../../../../contract/frame-bounds.ts';
import { rpcErrors } from '../../../../../contract/rpc-errors.ts';
import { createdTab, listedTabs, withListedTabs } from '../../../../../native-host/dialects/claude/claude-tools.ts';
import { dialects } from '../../../../../native-host/dialects/dialects.ts';
import type { Message } from '../../../../../contract/schemas/messages.ts';
import type { WireDialect } from '../../../../../electron/core/wire/dialect.ts';

/** `in` decodes to `message` or is `refused`; `message` alone encodes to `out`, which is null for what is not said. */
interface Line {
  readonly in?: unknown;
  readonly refused?: string;
  readonly message?: Message;
  readonly out?: unknown;
}

const clock = { now: () => 1795294760816 };
const claudeWires: [name: string, create: () => WireDialect][] = [
  ['claude-frames-agent', () => dialects['claude-frames'].agent(clock)],
  ['claude-frames-extension', () => dialects['claude-frames'].extension(clock)],
  ['claude-bridge', () => dialects['claude-bridge'].agent()],
];

const wires: typeof claudeWires = [...claudeWires, ['pilothouse', () => dialects.pilothouse.extension()]];

function linesOf(name: string): Line[] {
  const file = path.join(import.meta.dirname, '../../../../fixtures/wires', `${name}.jsonl`);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Line);
}

describe.each(wires)('%s', (name, create) => {
  test('The captured messages mean in the hub what they say, and go back in the same form.', () => {
    const dialect = create();
    const lines = linesOf(name);
    const played = lines.map(line =>
      'in' in line
        ? { in: line.in, message: dialect.decode(line.in) }
        : { message: line.message, out: line.message && dialect.encode(line.message) },
    );
    expect(played).toEqual(lines);
  });

  test.each(linesOf(`${name}-refused`))('$in is refused.', ({ in: value, refused, out }) => {
    const dialect = create();
    const message = String(dialect.decode(value));
    const reply = dialect.encode({ kind: 'error', id: null, error: { code: rpcErrors.invalidRequest, message } });
    expect({ refused: message, out: reply }).toEqual({ refused, out });
  });
});

describe.each(claudeWires)('%s', (_, create) => {
  test('001 Recoverable Errors: text that is no JSON is answered as the real host does.', () => {
    const error = { code: rpcErrors.parse, message: 'This cannot be read as JSON: x' };
    const reply = create().encode({ kind: 'error', id: null, error });
    expect(reply).toEqual({ type: 'error', error: 'Invalid message format' });
  });

  test('No value throws, and what it decodes to can be answered.', () => {
    const type = fc.constantFrom('ping', 'get_status', 'tool_response', 'tool_call', 'notification', 'connect', 'x');
    const odd = fc.oneof(fc.constant({ toString: 1 }), fc.jsonValue());
    const source = fc.record({ data: fc.string(), media_type: odd }, { requiredKeys: [] });
    const block = fc.record({ type: fc.constantFrom('text', 'image'), text: odd, source, data: odd, mimeType: odd });
    const answer = fc.oneof(fc.record({ content: fc.array(block), isError: fc.boolean() }), fc.jsonValue());
    const known = fc.record(
      {
        type: fc.oneof(type, fc.constant({ toString: 1 }), fc.jsonValue()),
        method: fc.oneof(fc.constantFrom('execute_tool', 'notifications/x'), fc.jsonValue()),
        params: fc.oneof(fc.record({ tool: fc.string(), args: fc.jsonValue() }, { requiredKeys: [] }), fc.jsonValue()),
        result: fc.oneof(fc.record({ content: fc.array(block) }), fc.jsonValue()),
        error: fc.jsonValue(),
        tool_use_id: fc.oneof(fc.string(), fc.jsonValue()),
        tool: fc.oneof(fc.string(), fc.jsonValue()),
        args: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(known, fc.jsonValue()), { maxLength: 5 }), answer, (values, result) => {
        const dialect = create();
        for (const value of values) {
          const message = dialect.decode(value);
          if (typeof message === 'string' || message.kind !== 'request') continue;
          expect(dialect.encode({ kind: 'result', id: message.id, result })).not.toBeNull();
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the tabs in a text', () => {
  const text = (value: unknown) => [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }];
  const tab = { tabId: 7, title: 'T', url: 'https://example.com/' };

  test.each([
    ['an object', text({ availableTabs: [tab], tabGroupId: 3 }), [tab]],
    ['an array', text([tab]), [tab]],
    ['words', text('no tabs'), null],
    ['broken JSON', text('{"availableTabs":['), null],
    ['tabs without a number', text({ availableTabs: [{ tabId: '7' }, null, { tabId: 1.5 }] }), []],
  ])('are found in %s.', (_, content, found) => {
    expect(listedTabs(content)).toEqual(found);
  });

  test('are replaced without touching what stands beside them.', () => {
    const content = [...text({ availableTabs: [tab], tabGroupId: 3 }), ...text('a hint')];
    expect(withListedTabs(content, [])).toEqual([...text({ availableTabs: [], tabGroupId: 3 }), ...text('a hint')]);
  });

  test.each([
    ['words', text('Created new tab. Tab ID: 12'), 12],
    ['JSON', text({ tabId: 12, title: '' }), 12],
    ['nothing', text('done'), undefined],
  ])('that a call made is read from %s.', (_, content, tabId) => {
    expect(createdTab(content)?.tabId).toBe(tabId);
  });
});

describe('What the clients of the real host read', () => {
  const said = (content: object[], tool = 'computer') => {
    const wire = dialects['claude-frames'].agent(clock);
    const asked = wire.decode({ method: 'execute_tool', params: { tool, args: {} } }) as { id: number };
    const answer = wire.encode({ kind: 'result', id: asked.id, result: { content } });
    return (answer as { result: { content: { type: string; text?: string; data?: string; source?: object }[] } })
      .result;
  };
  const onBridge = (content: object[], isError = false) => {
    const wire = dialects['claude-bridge'].agent();
    wire.decode({ type: 'tool_call', tool_use_id: 'a', tool: 'tabs_create_mcp', args: {} });
    return wire.encode({ kind: 'result', id: 'a', result: { content, isError } }) as { content: object[] };
  };
  const made = { type: 'text', text: JSON.stringify({ tabId: 12, title: 'Tab ID: 99', url: 'https://shop.example/' }) };
  const sentence = { type: 'text', text: 'Created new tab. Tab ID: 12' };

  test('A new tab is told in the sentence of the real extension, and as JSON behind it.', () => {
    expect(said([made], 'tabs_create_mcp').content).toEqual([sentence, made]);
    expect(onBridge([made]).content).toEqual([sentence, made]);
  });

  test('An extension that says the sentence itself, another tool and an error are told as they are.', () => {
    expect(said([sentence], 'tabs_create_mcp').content).toEqual([sentence]);
    expect(said([made], 'navigate').content).toEqual([made]);
    expect(onBridge([made], true).content).toEqual([made]);
  });

  const image = (data: string) => ({ type: 'image', data, mimeType: 'image/png' });
  const source = (data: string) => ({ type: 'base64', media_type: 'image/png', data });

  test('A picture is there in both forms where the frame has room for it twice, and in the form of the real extension where it has not.', () => {
    expect(said([image('AAAA')]).content).toEqual([{ ...image('AAAA'), source: source('AAAA') }]);
    const small = 'A'.repeat(500_000);
    const twice = said([image(small)]);
    expect(twice.content).toEqual([{ ...image(small), source: source(small) }]);
    expect(JSON.stringify({ result: twice }).length).toBeLessThanOrEqual(maxBrowserFrameBytes);
    const large = 'A'.repeat(530_000);
    expect(said([image(large)]).content).toEqual([{ type: 'image', source: source(large) }]);
    const words = { type: 'text', text: 'ä'.repeat(100_000) };
    expect(said([words, image(small)]).content).toEqual([words, { type: 'image', source: source(small) }]);
  });
});

describe("What Claude's extension has no form for", () => {
  const call = (tool: string, args: object) =>
    ({ kind: 'request', id: 7, method: 'call', params: { tool, args, tabId: 2 } }) as const;

  test.each([
    ['computer', { action: 'left_click', selector: '#go' }, 'computer with a selector'],
    ['form_input', { selector: '#q', value: 'x' }, 'form_input with a selector'],
    ['form_input', { fields: [{ ref: 'ref_1', value: 'x' }] }, 'form_input with many fields in place of one'],
    ['computer', { start_ref: 'ref_1' }, 'computer with a start_ref in place of a start_coordinate'],
    ['computer', { start_selector: '#a' }, 'computer with a selector'],
    ['computer', { action: 'wait', text: 'Done' }, 'computer with something to wait for'],
  ])('%s %j is refused in a sentence that names both.', (tool, args, what) => {
    expect(() => dialects['claude-frames'].extension(clock).encode(call(tool, args))).toThrow(
      `${what} has no counterpart in Claude's extension; use a ref from read_page.`,
    );
  });

  test.each([
    ['read_page', { from: 20 }, 'read_page with from'],
    ['get_page_text', { ref: 'ref_1' }, 'get_page_text with ref'],
    ['computer', { action: 'type', text: 'x', ref: 'ref_1' }, 'computer type with ref'],
    ['computer', { action: 'type', text: 'x', clear: true }, 'computer type with clear'],
    ['computer', { action: 'key', text: 'Tab', ref: 'ref_1' }, 'computer key with ref'],
    ['computer', { action: 'left_click_drag', ref: 'ref_1' }, 'computer left_click_drag with ref'],
    ['resize_window', { width: 800, height: 600, left: 0 }, 'resize_window with left'],
    ['resize_window', { top: 10 }, 'resize_window with top'],
    ['file_upload', { paths: ['/a'], coordinate: [1, 2] }, 'file_upload with coordinate'],
    ['upload_image', { data: 'AAAA', ref: 'ref_1' }, 'upload_image with data'],
  ])('%s %j would do something else, and is refused by the name of the argument.', (tool, args, what) => {
    expect(() => dialects['claude-frames'].extension(clock).encode(call(tool, args))).toThrow(
      `${what} has no counterpart in Claude's extension; leave it out or use another browser.`,
    );
  });

  test('A field does not take several options.', () => {
    expect(() =>
      dialects['claude-frames'].extension(clock).encode(call('form_input', { ref: 'ref_1', value: ['a', 'b'] })),
    ).toThrow('form_input with several options has no counterpart');
  });

  const said = 'what it said';
  const answered = (tool: string, args: object, answer: object = { result: { content: said } }) => {
    const extension = dialects['claude-frames'].extension(clock);
    extension.encode(call(tool, args));
    const first = extension.decode({ type: 'tool_response', ...answer });
    return first as { result: { content: { text: string }[]; isError?: boolean } };
  };

  test.each([
    ['read_page', { since: 1 }, 'since'],
    ['find', { query: 'save', limit: 5, since: 2 }, 'limit, since'],
    ['computer', { action: 'screenshot', quality: 90, format: 'png', annotate: true }, 'quality, format, annotate'],
    ['computer', { action: 'screenshot', purpose: 'read-text' }, 'purpose'],
    ['javascript_tool', { text: '1', timeout: 20 }, 'timeout of the script'],
  ])('%s %j is done without, and its answer says so at its end.', (tool, args, names) => {
    expect(answered(tool, args).result.content.map(({ text }) => text)).toEqual([
      `${said} Ignored by Claude's extension: ${names}.`,
    ]);
  });

  test.each([
    ['read_page', { filter: 'interactive', depth: 3, ref_id: 'ref_1', max_chars: 500 }],
    ['computer', { action: 'left_click', ref: 'ref_1', modifiers: 'ctrl' }],
    ['computer', { action: 'key', text: 'Tab', repeat: 3 }],
    ['computer', { action: 'type', text: 'x', clear: false }],
    ['computer', { action: 'screenshot', scale: 0.4, annotate: false }],
    ['upload_image', { imageId: 'a', coordinate: [1, 2], filename: 'a.png' }],
    ['read_console_messages', { pattern: 'a', limit: 3, onlyErrors: true, clear: true }],
  ])('%s %j is what it takes.', (tool, args) => {
    expect(answered(tool, args).result.content.map(({ text }) => text)).toEqual([said]);
  });

  test('What failed was not done at all, and the next answer is about its own call.', () => {
    const failed = answered('find', { query: 'x', limit: 3 }, { error: { content: 'No' } });
    expect(failed.result).toEqual({ content: [{ type: 'text', text: 'No' }], isError: true });
    const extension = dialects['claude-frames'].extension(clock);
    extension.encode(call('find', { query: 'x', limit: 3 }));
    extension.decode({ type: 'tool_response', result: { content: said } });
    extension.encode(call('find', { query: 'x' }));
    const next = extension.decode({ type: 'tool_response', result: { content: said } });
    expect(next).toMatchObject({ result: { content: [{ text: said }] } });
  });

  test('A script goes out with the action that its tool wants.', () => {
    expect(dialects['claude-frames'].extension(clock).encode(call('javascript_tool', { text: '1' }))).toMatchObject({
      params: { tool: 'javascript_tool', args: { action: 'javascript_exec', text: '1', tabId: 2 } },
    });
  });
});
