// Files of models as supervised programs in a real hub: approved by their hash, started when asked, inside walls, stopped, and never started when changed.
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { usePlace } from '../../support/hub-process.ts';
import { refusalOf, until } from '../../support/panel-client.ts';
import { describeWith } from '../../support/provided.ts';
import type { ModelProvider } from '../../../contract/schemas/models.ts';
import type { HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const fake = fileURLToPath(new URL('fake-llamafile.mjs', import.meta.url));
/** With its whole program in it: inside walls it sees no other file. */
const llamafile = `#!/bin/sh
program=$(cat <<'END'
${readFileSync(fake, 'utf8')}
END
)
exec ${JSON.stringify(process.execPath)} --input-type=module -e "$program" -- tiny "$@"
`;

async function open() {
  const place = usePlace();
  const panel = await place.panel(await place.serve());
  const file = join(place.folder, 'tiny.llamafile');
  writeFileSync(file, llamafile, { mode: 0o755 });
  return { place, panel, file };
}

function rowOf(panel: PanelClient, id: string): ModelProvider | undefined {
  return panel.snapshot.modelProviders[id];
}

async function addApproved(panel: PanelClient, path: string): Promise<string> {
  const { provider } = await panel.request('models:add-program', { path });
  await panel.waitFor(() => rowOf(panel, provider.id)?.program?.sha256 != null, 'its hash is known');
  await approve(panel, provider.id);
  return provider.id;
}

/** What is shown now. */
async function approve(panel: PanelClient, providerId: string): Promise<void> {
  await panel.request('models:approve', { providerId, ...shown(panel, providerId) });
}

function shown(panel: PanelClient, providerId: string) {
  const { sha256 = null, engineSha256 = null, walled = false } = rowOf(panel, providerId)?.program ?? {};
  return { sha256: sha256 ?? '', engineSha256, walled };
}

/** As it answers when it is asked to try these. */
async function probe(place: HubPlace, panel: PanelClient, providerId: string, wanted: object): Promise<unknown> {
  const file = join(place.home, 'models', providerId, 'probe.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(wanted));
  const { test: done } = await panel.request('models:test', { providerId, model: 'tiny', testId: 'probe' });
  return JSON.parse(done.text);
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a llamafile runs once it was approved and somebody asks, and is stopped with all of it', async () => {
  const { panel, file } = await open();
  const { provider } = await panel.request('models:add-program', { path: file });
  expect(provider).toMatchObject({
    ...{ type: 'llamafile', name: 'tiny', isLocal: true, state: { kind: 'unapproved' }, baseUrl: null },
    program: { format: 'llamafile', path: file, approvedAt: null, pid: null, idleMinutes: 15 },
  });
  const providerId = provider.id;
  expect(await refusalOf(panel.request('models:start', { providerId }))).toContain('was not approved yet');

  await panel.waitFor(() => rowOf(panel, providerId)?.program?.sha256 != null, 'its hash is known');
  const other = { ...shown(panel, providerId), sha256: 'ab'.repeat(32) };
  expect(await refusalOf(panel.request('models:approve', { providerId, ...other }))).toContain('another file');
  await approve(panel, providerId);
  const { test: done } = await panel.request('models:test', { providerId, model: 'tiny', testId: 'one' });
  expect(done).toMatchObject({ text: 'From a file', usage: { input: 4, output: 3 } });

  await panel.waitFor(() => rowOf(panel, providerId)?.state.kind === 'running', 'it runs');
  const row = rowOf(panel, providerId);
  expect(row?.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
  const pid = row?.program?.pid ?? 0;
  expect(isAlive(pid)).toBe(true);
  expect(row?.program?.lifecycle.map(({ state }) => state)).toEqual(['stopped', 'loading', 'running']);
  await panel.waitFor(() => (rowOf(panel, providerId)?.program?.memoryBytes ?? 0) > 0, 'its memory is measured');
  const { lines } = await panel.request('models:log', { providerId });
  expect(lines.map(({ text }) => text).join('\n')).toMatch(
    /starting: You asked for a model[\s\S]*llama_model_loader: loaded --server[\s\S]*ready after/,
  );

  const { provider: stopped } = await panel.request('models:stop', { providerId });
  expect(stopped.state.kind).toBe('stopped');
  await until(() => !isAlive(pid), 'its process is gone');
  expect(stopped.program?.pid).toBeNull();
});

test('a file that was changed since it was approved is not started, and is approved anew', async () => {
  const { panel, file } = await open();
  const providerId = await addApproved(panel, file);
  appendFileSync(file, '# changed\n');
  expect(await refusalOf(panel.request('models:start', { providerId }))).toContain('another file than was approved');
  await panel.waitFor(() => rowOf(panel, providerId)?.state.kind === 'file-changed', 'its state says so');
  await approve(panel, providerId);
  const { provider } = await panel.request('models:start', { providerId });
  expect(provider.state.kind).toBe('running');
});

test('with another file its folder is emptied, and with the provider it goes', async () => {
  const { place, panel, file } = await open();
  const providerId = await addApproved(panel, file);
  const folder = join(place.home, 'models', providerId);
  await panel.request('models:start', { providerId });
  const run = readdirSync(folder);
  expect(run).toHaveLength(1);
  await panel.request('models:stop', { providerId });
  await until(() => readdirSync(folder).length === 0, 'what was of that run alone is gone');

  writeFileSync(join(folder, 'unpacked.so'), 'of the first');
  await panel.request('models:start', { providerId });
  expect(readdirSync(folder)).toContain('unpacked.so');
  appendFileSync(file, '# changed\n');
  await panel.request('models:stop', { providerId });
  await refusalOf(panel.request('models:start', { providerId }));
  await panel.waitFor(() => rowOf(panel, providerId)?.state.kind === 'file-changed', 'it is seen');
  expect(readdirSync(folder)).toContain('unpacked.so');
  await approve(panel, providerId);
  expect(existsSync(join(folder, 'unpacked.so'))).toBe(false);

  await panel.request('models:start', { providerId });
  expect(readdirSync(folder)).toHaveLength(1);
  await panel.request('models:remove', { providerId });
  expect(existsSync(folder)).toBe(false);
});

test('a stop ends a start that still reads its file', async () => {
  const { panel, file } = await open();
  const providerId = await addApproved(panel, file);
  const gigabytes = 4 * 1024 ** 3;
  // Of nothing, but it has to be read.
  truncateSync(file, gigabytes);
  const starting = refusalOf(panel.request('models:start', { providerId }));
  await until(async () => {
    const { lines } = await panel.request('models:log', { providerId });
    return lines.some(({ text }) => text.includes('starting'));
  }, 'it has begun');
  await panel.request('models:stop', { providerId });
  expect(await starting).toContain('stopped by you');
  expect(rowOf(panel, providerId)?.program).toMatchObject({ pid: null });
});

test('of a split model every part is approved', async () => {
  const { place, panel } = await open();
  const part = (number: number) => join(place.folder, `big-0000${number}-of-00002.gguf`);
  for (const number of [1, 2]) writeFileSync(part(number), Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(64)]));
  const { provider } = await panel.request('models:add-program', { path: part(1), engine: engineIn(place) });
  const providerId = provider.id;
  await panel.waitFor(() => rowOf(panel, providerId)?.program?.engineSha256 != null, 'its hashes are known');
  expect(rowOf(panel, providerId)?.program?.bytes).toBe(2 * 68);
  await approve(panel, providerId);
  appendFileSync(part(2), 'changed');
  expect(await refusalOf(panel.request('models:start', { providerId }))).toContain('another file than was approved');
});

test('who asks while it loads waits for that, once', async () => {
  const { place, panel, file } = await open();
  const providerId = await addApproved(panel, file);
  const flag = join(place.home, 'models', providerId, 'loading');
  mkdirSync(dirname(flag), { recursive: true });
  writeFileSync(flag, '');
  const both = ['one', 'two'].map(testId => panel.request('models:test', { providerId, model: 'tiny', testId }));
  await panel.waitFor(() => rowOf(panel, providerId)?.state.kind === 'loading', 'it loads');
  rmSync(flag);
  const answers = await Promise.all(both);
  expect(answers.map(({ test: { text } }) => text)).toEqual(['From a file', 'From a file']);
  const { lines } = await panel.request('models:log', { providerId });
  expect(lines.filter(({ text }) => text.startsWith('llama_model_loader'))).toHaveLength(1);
});

test('one that ends by itself is shown as crashed, and starts again when it is asked', async () => {
  const { place, panel } = await open();
  const file = join(place.folder, 'ends.llamafile');
  writeFileSync(file, '#!/bin/sh\necho "error: no memory for tensors" >&2\nexit 7\n', { mode: 0o755 });
  const providerId = await addApproved(panel, file);
  const refusal = await refusalOf(panel.request('models:test', { providerId, model: 'tiny', testId: 'x' }));
  expect(refusal).toContain('ends ended before it answered');
  expect(refusal).toContain('no memory for tensors');
  await panel.waitFor(() => rowOf(panel, providerId)?.state.kind === 'crashed', 'its state says so');
});

function engineIn({ folder }: HubPlace): string {
  const engine = join(folder, 'engine', 'llama-server');
  mkdirSync(dirname(engine));
  writeFileSync(engine, llamafile);
  chmodSync(engine, 0o755);
  return engine;
}

test('a GGUF file is run by llama-server of the PATH or the one that is named', async () => {
  const { place, panel } = await open();
  const file = join(place.folder, 'tiny.gguf');
  writeFileSync(file, Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(64)]));
  const { provider: added } = await panel.request('models:add-program', { path: file });
  const providerId = added.id;
  await panel.waitFor(() => rowOf(panel, providerId)?.program?.sha256 != null, 'its hash is known');
  expect(await refusalOf(approve(panel, providerId))).toContain('needs llama-server');
  const engine = engineIn(place);
  await panel.request('models:set', { providerId, engine });
  await panel.waitFor(() => rowOf(panel, providerId)?.program?.engineSha256 != null, 'the hash of that is known');
  await approve(panel, providerId);
  const { provider } = await panel.request('models:start', { providerId });
  expect(provider).toMatchObject({ state: { kind: 'running' }, program: { format: 'gguf', engine } });
  const { lines } = await panel.request('models:log', { providerId });
  expect(lines.map(({ text }) => text).join('\n')).toContain(`--model ${file} --jinja --host 127.0.0.1`);
  await panel.request('models:remove', { providerId });
  await panel.waitFor(() => rowOf(panel, providerId) === undefined, 'it is gone');
});

test('an llama-server that was changed since it was approved is not started, and neither is another one', async () => {
  const { place, panel } = await open();
  const file = join(place.folder, 'tiny.gguf');
  writeFileSync(file, Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(64)]));
  const engine = engineIn(place);
  const { provider: added } = await panel.request('models:add-program', { path: file, engine });
  const providerId = added.id;
  await panel.waitFor(() => rowOf(panel, providerId)?.program?.engineSha256 != null, 'its hashes are known');
  const before = shown(panel, providerId);
  await approve(panel, providerId);
  appendFileSync(engine, '# changed\n');
  expect(await refusalOf(panel.request('models:start', { providerId }))).toContain(
    `${engine} is another program than was approved`,
  );
  await panel.waitFor(() => rowOf(panel, providerId)?.program?.engineSha256 !== before.engineSha256, 'it is seen');
  expect(rowOf(panel, providerId)?.state).toMatchObject({ kind: 'file-changed', what: 'engine' });
  // What was shown before is not what is approved now.
  expect(await refusalOf(panel.request('models:approve', { providerId, ...before }))).toContain('another program');
  await approve(panel, providerId);
  const { provider } = await panel.request('models:start', { providerId });
  expect(provider.state.kind).toBe('running');
  await panel.request('models:stop', { providerId });

  // Of the same bytes, but with other libraries beside it.
  const other = join(place.folder, 'llama-server');
  writeFileSync(other, readFileSync(engine), { mode: 0o755 });
  await panel.request('models:set', { providerId, engine: other });
  await panel.waitFor(() => rowOf(panel, providerId)?.state.kind === 'file-changed', 'its state says so');
  expect(await refusalOf(panel.request('models:start', { providerId }))).toContain('another program');
});

describeWith(['bubblewrap'], 'inside walls', () => {
  test('it reads its file and nothing else of the user, and reaches nobody', async () => {
    const { place, panel, file } = await open();
    const providerId = await addApproved(panel, file);
    expect(rowOf(panel, providerId)?.program).toMatchObject({ walled: true, walls: true, unwalled: null });
    const secret = join(place.folder, 'secret.txt');
    writeFileSync(secret, 'mine');
    const wanted = { read: [file, secret, join(place.home, 'pilothouse.db')], write: [file, 'own.txt'] };
    const port = Number(new URL(place.newestHub()?.url ?? '').port);
    expect(await probe(place, panel, providerId, { ...wanted, port })).toEqual({
      reads: [true, false, false],
      writes: [false, true],
      reaches: false,
    });
  });

  test('its user can switch them off, which holds from its next start on, and it says so', async () => {
    const { place, panel, file } = await open();
    const providerId = await addApproved(panel, file);
    await panel.request('models:set', { providerId, walls: false });
    await panel.waitFor(() => rowOf(panel, providerId)?.program?.walled === false, 'it would have none');
    expect(rowOf(panel, providerId)?.program).toMatchObject({ walls: false, unwalled: { kind: 'model-walls-off' } });
    const port = Number(new URL(place.newestHub()?.url ?? '').port);
    expect(await probe(place, panel, providerId, { read: [file], write: [], port })).toMatchObject({ reaches: true });
    // As it runs, whatever is chosen meanwhile.
    await panel.request('models:set', { providerId, walls: true });
    await panel.waitFor(() => rowOf(panel, providerId)?.program?.walls === true, 'they are chosen');
    expect(rowOf(panel, providerId)?.program).toMatchObject({ walled: false });
    await panel.request('models:stop', { providerId });
    await panel.waitFor(() => rowOf(panel, providerId)?.program?.walled === true, 'the next one would have them');
  });

  test('a question that is stopped ends at the program too', async () => {
    const { panel, file } = await open();
    writeFileSync(
      file,
      llamafile.replace(
        "response.end('data: [DONE]",
        "response.on('close', () => console.error('left')); void ('data: [DONE]",
      ),
    );
    const providerId = await addApproved(panel, file);
    const written = new Promise(resolve => {
      panel.socket.on('message', data => String(data).includes('models:tested') && resolve(null));
    });
    const testing = refusalOf(panel.request('models:test', { providerId, model: 'tiny', testId: 'one' }));
    await written;
    await panel.request('models:stop-test', { testId: 'one' });
    expect(await testing).toContain('cancelled');
    await until(async () => {
      const { lines } = await panel.request('models:log', { providerId });
      return lines.some(({ text }) => text.includes('left'));
    }, 'its connection is closed');
  });
});

test('what is no model is not taken, and a file that is not there neither', async () => {
  const { place, panel } = await open();
  const file = join(place.folder, 'notes.txt');
  writeFileSync(file, 'just some words\n');
  expect(await refusalOf(panel.request('models:add-program', { path: file }))).toContain(
    'neither a llamafile nor a GGUF',
  );
  expect(await refusalOf(panel.request('models:add-program', { path: `${file}.gone` }))).toContain('There is no file');
});

test('it ends with the hub', async () => {
  const { place, panel, file } = await open();
  const providerId = await addApproved(panel, file);
  await panel.request('models:start', { providerId });
  await panel.waitFor(() => rowOf(panel, providerId)?.program?.pid != null, 'its process is known');
  const pid = rowOf(panel, providerId)?.program?.pid ?? 0;
  place.newestHub()?.child.kill('SIGKILL');
  await until(() => !isAlive(pid), 'its process is gone');
});
