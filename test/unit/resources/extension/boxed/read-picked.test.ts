// What picked files come to: a manifest with its code in it or beside it, code alone, and what is wrong with others.
import { describe, expect, test } from 'vitest';
import { PickFault, readPicked } from '../../../../../resources/extension/boxed/read-picked.ts';

const encoder = new TextEncoder();
const file = (name: string, text: string) => ({ name, bytes: encoder.encode(text) });
const manifest = (members: object) => file('m.json', JSON.stringify(members));
const faultOf = (...files: ReturnType<typeof file>[]) => {
  try {
    return readPicked(files);
  } catch (error) {
    if (error instanceof PickFault) return error.words;
    throw error;
  }
};

describe('Picked files', () => {
  test('are code alone, named by its file.', () => {
    expect(readPicked([file('My Server.mjs', 'x')])).toMatchObject({
      ...{ id: 'my-server', title: 'My Server', kind: 'script', hosts: [], variables: [] },
    });
    expect(readPicked([file('time.wasm', 'x')])).toMatchObject({ id: 'time', kind: 'module' });
  });

  test('are a manifest that holds its code, with what it asks for.', () => {
    const picked = readPicked([
      manifest({
        ...{ id: 'echo-js', name: 'Echo', runtime: 'js', scriptBase64: btoa('let a;') },
        capabilities: { network: { hosts: ['*.example.com'] } },
        secretsDecl: [{ name: 'TOKEN' }],
        env: { MODE: 'x' },
      }),
    ]);
    expect(new TextDecoder().decode(picked.code)).toBe('let a;');
    expect(picked).toMatchObject({
      ...{ id: 'echo-js', title: 'Echo', kind: 'script', hosts: ['*.example.com'], variables: ['MODE', 'TOKEN'] },
    });
  });

  test('are a manifest and the file that it names, by whatever path or address.', () => {
    const code = file('time.wasm', 'x');
    for (const members of [
      { id: 'time', wasmUrl: 'https://example.com/a/time.wasm?v=1' },
      { id: 'time', runtime: 'wasm', wasm: { file: 'dist/time.wasm' } },
      { id: 'time', runtime: 'wasm' },
    ])
      expect(readPicked([manifest(members), code])).toMatchObject({ id: 'time', kind: 'module', code: code.bytes });
  });

  test.each([
    ['whose code is missing', ['serversCodeBeside', 'm.json', 'a.js'], [manifest({ id: 'a', scriptUrl: './a.js' })]],
    [
      'whose code is another',
      ['serversCodeBeside', 'm.json', 'a.js'],
      [manifest({ id: 'a', scriptUrl: './a.js' }), file('b.js', 'x')],
    ],
    ['that run elsewhere', ['serversRuntime', 'm.json'], [manifest({ id: 'a', remoteUrl: 'https://example.com' })]],
    ['of no runtime there is', ['serversRuntime', 'm.json'], [manifest({ id: 'a', runtime: 'python' })]],
    ['that are no manifest', ['serversNoManifest', 'm.json'], [file('m.json', '[1]')]],
    ['of no base64', ['serversMember', 'm.json', 'scriptBase64'], [manifest({ id: 'a', scriptBase64: '%%' })]],
    ['of another kind', ['serversFileKind', 'a.zip'], [file('a.zip', 'x')]],
    ['of two servers', ['serversTooManyFiles'], [file('a.js', 'x'), file('b.wasm', 'x')]],
    ['with nothing in them', ['serversEmpty', 'a'], [file('a.js', '')]],
    ['that are too large', ['serversLarge', 'a', '4'], [file('a.js', 'x'.repeat(4 * 1024 * 1024 + 1))]],
    ['that are none', ['serversNoFile'], []],
  ])('%s are refused.', (_, words, files) => {
    expect(faultOf(...files)).toEqual(words);
  });

  test('have no name that tools of a page have.', () => {
    expect(readPicked([file('page.js', 'x')])).toMatchObject({ id: 'page-server' });
    expect(readPicked([file('äöü.js', 'x')])).toMatchObject({ id: 'server' });
  });
});
