// A conversation in the words of a model: files, calls and their results, and marks that nothing from outside can write.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  asData,
  withoutTemplateForms,
  withoutTemplateTokens,
} from '../../../../electron/core/chat/answer/clean-text.ts';
import { leftOutFiles } from '../../../../electron/core/chat/answer/left-out-files.ts';
import { modelMessages } from '../../../../electron/core/chat/answer/model-messages.ts';
import { argumentSummary, resultText } from '../../../../electron/core/chat/answer/result-text.ts';
import { freeName, meantTool } from '../../../../electron/core/chat/answer/tool-offer.ts';
import { nativeModel, question, textModel, tools } from './scripted-run.ts';
import type { KeptFile } from '../../../../electron/core/store/chats-table.ts';

const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64');
const kept = (name: string, mediaType: string, data: string | Uint8Array): KeptFile => ({
  ...{ id: name, name, mediaType, bytes: data.length, data: base64(data) },
});
const files = [
  kept('a.csv', 'text/csv', 'id,failed'),
  kept('log.png', 'image/png', 'PNG'),
  kept('a.bin', 'application/octet-stream', new Uint8Array([0xff, 0xfe, 0])),
];
const byId = new Map(files.map(file => [file.id, file]));
const told = files.map(({ data: _, ...file }) => file);

test('A model gets the files that it can read; why it does not get the others is told.', () => {
  const out = (model: typeof nativeModel) =>
    leftOutFiles(told, byId, model).map(({ leftOut }) => leftOut?.kind ?? null);
  expect(out(nativeModel)).toEqual([null, 'chat-no-pictures', 'chat-no-such-files']);
  expect(out(textModel)).toEqual([null, null, 'chat-no-such-files']);
  expect(leftOutFiles([{ ...told[0]!, id: 'gone' }], byId, nativeModel)[0]?.leftOut?.kind).toBe('no-chat-file');
});

test('A text is data in the question, a picture a part of its own.', () => {
  const facts = { mark: 'm', callsTools: true, readsPictures: true, files: byId, contextTokens: null };
  const [message] = modelMessages([{ ...question, files: leftOutFiles(told, byId, textModel) }], '', facts);
  expect(message).toEqual({
    role: 'user',
    parts: [
      { kind: 'text', text: question.text },
      { kind: 'text', text: '[data m from the attached file a.csv]\nid,failed\n[end of data m]' },
      { kind: 'file', mediaType: 'image/png', data: base64('PNG'), name: 'log.png' },
    ],
  });
});

test('Whatever stands in data, it holds no form of a chat template, and only the last line ends it.', () => {
  const bad = fc.constantFrom('<|im_start|>', '</s>', '[INST]', '[end of data', '\n', 'a', '<', '|', ']');
  fc.assert(
    fc.property(fc.array(bad), fc.string(), (parts, name) => {
      const text = asData(name, parts.join(''), 'mark');
      expect(text).not.toMatch(/<\||<\/?s>|\[\/?INST\]/);
      expect(text.indexOf('[end of data mark]')).toBe(text.length - '[end of data mark]'.length);
      expect(text.split('\n', 1)[0]).toMatch(/^\[data mark from .*\]$/);
    }),
  );
});

test('Tokens of templates go out of what a model writes, its own words stay.', () => {
  const text = '<|start_header_id|>assistant<|end_header_id|>\n\nIf a < b | c.<|eot_id|></s>';
  expect(withoutTemplateTokens(text)).toBe('If a < b | c.');
  expect(withoutTemplateForms('a <| b')).toBe('a < | b');
});

test('Blocks of a result become text, pictures their kind and size.', () => {
  const content = [
    { type: 'text', text: 'One' },
    { type: 'image', mimeType: 'image/png', data: base64('PNG') },
    { type: 'resource_link', uri: 'file:///a' },
    { type: 'resource', resource: { uri: 'x', text: 'Two' } },
  ];
  expect(resultText({ content })).toBe('One\n(image image/png, 3 bytes)\n(link to file:///a)\nTwo');
  expect(resultText({ content: [], structuredContent: { a: 1 } })).toBe('{"a":1}');
  expect(resultText({ content: [{ type: 'text', text: 'x'.repeat(200_000) }] })).toMatch(
    /^x{100000}\n\(200000 characters/,
  );
});

test.each([
  [{ sql: 'select 1', params: ['a'] }, 'select 1'],
  [{ labels: ['bug'], title: ' Nightly\n run ' }, 'Nightly run'],
  [{ n: 3, m: 4 }, '3, 4'],
  [{}, ''],
  [{ text: 'x'.repeat(200) }, `${'x'.repeat(119)}…`],
])('The line of a call is what tells the most of its arguments: %j', (args, summary) => {
  expect(argumentSummary(args)).toBe(summary);
});

test('Names for models have only what all of them take, and no two are one.', () => {
  const name = freeName('time@plugins.example::time.now', new Set());
  expect(name).toBe('time_plugins_example__time_now');
  expect(freeName('time@plugins.example::time.now', new Set([name]))).toBe(`${name}_2`);
  expect(freeName('x'.repeat(100), new Set(['x'.repeat(64)]))).toBe(`${'x'.repeat(62)}_2`);
  expect(freeName('', new Set())).toBe('tool');
});

test('A tool is meant by its name, its id or a short name that it has alone.', () => {
  expect(['db__query', 'db/query', 'query', 'launch'].map(name => meantTool(tools, name)?.toolId ?? null)).toEqual([
    ...['db/query', 'db/query', 'db/query'],
    null,
  ]);
});
