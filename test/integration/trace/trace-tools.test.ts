// Figures, exports, imports and recordings of a real hub, whose trace is filled by a real agent and a real server.
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { confirmed } from '../../support/confirmed.ts';
import { usePlace } from '../../support/hub-process.ts';
import { PanelError, until } from '../../support/panel-client.ts';
import { runSample } from '../hub/scenes.ts';
import type { PanelParams } from '../../../contract/schemas/panel-requests.ts';
import type { TraceFormat } from '../../../contract/trace-bounds.ts';
import type { Agent, HubPlace, HubProcess } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const secret = 'shop-key-4711';

interface Scene {
  readonly place: HubPlace;
  readonly hub: HubProcess;
  readonly panel: PanelClient;
  readonly agent: Agent;
}

async function open(): Promise<Scene> {
  const place = usePlace();
  const hub = await place.serve();
  const panel = await place.panel(hub);
  await runSample(panel);
  const credential = await panel.request('clients:create', { name: 'Claude Code', start: 'read-only' });
  const agent = await place.httpAgent(credential);
  for (const message of ['one', 'two', 'three']) await agent.call('everything__echo', { message });
  return { place, hub, panel, agent };
}

async function exported(
  panel: PanelClient,
  format: TraceFormat,
  more: Partial<PanelParams<'trace:export'>> = {},
): Promise<string> {
  let text = '';
  let written = 0;
  let place: { after: number; until?: number } = { after: 0 };
  for (;;) {
    const piece = await panel.request('trace:export', { ...more, format, written, ...place });
    text += piece.text;
    written += piece.entries;
    if (piece.after === null) return text;
    place = { after: piece.after, until: piece.until };
  }
}

/** What of it was masked, by kind and name. */
async function masked(panel: PanelClient): Promise<[string, string][]> {
  const told: [string, string][] = [];
  let place: { after: number; until?: number } = { after: 0 };
  for (;;) {
    const piece = await panel.request('trace:export-preview', place);
    told.push(...piece.masked.map(({ kind, name }): [string, string] => [kind, name]));
    if (piece.after === null) return told;
    place = { after: piece.after, until: piece.until };
  }
}

const inFolder = (folder: string) => fs.readdirSync(folder).map(name => path.join(folder, name));

describe('a real trace', () => {
  test('It is measured per tool.', async () => {
    const { panel } = await open();
    const { tools } = await panel.request('trace:figures', { filter: {}, side: 'agents' });
    const echo = tools.find(({ tool }) => tool === 'everything__echo');
    expect(echo).toMatchObject({ calls: 3, failed: 0, refused: 0 });
    expect(echo?.latency?.p99).toBeGreaterThanOrEqual(echo?.latency?.p50 ?? Infinity);
    const targets = await panel.request('trace:figures', { filter: {}, side: 'targets' });
    expect(targets.tools.find(({ tool }) => tool === 'echo')).toMatchObject({ calls: 3, to: { id: 'everything' } });
  });

  test('A secret that was made after it was said leaves in no file, and the preview counts it.', async () => {
    const { panel, agent } = await open();
    await agent.call('everything__echo', { message: `the key is ${secret}` });
    expect(await masked(panel)).toEqual([]);
    await panel.request('secrets:set', { name: 'SHOP_KEY', value: secret });
    expect(await masked(panel)).toContainEqual(['text', 'message']);
    for (const format of ['jsonl', 'har', 'otlp', 'html'] as const) {
      const text = await exported(panel, format);
      expect(text).toContain('Echo: one');
      expect(text).not.toContain(secret);
    }
  });

  test('Its export comes back by an import, as it was, and is gone with the panel that opened it.', async () => {
    const { panel, place, hub } = await open();
    const live = await settled(panel);
    const newest = live.entries.at(-1)?.seq ?? 0;
    const text = await exported(panel, 'jsonl', { until: newest });
    const url = (await confirmed(panel, place.run(['open']))).stdout.trim();
    const other = await place.panel({ ...hub, url });
    const { importId } = await other.request('trace:import-begin', {});
    const lines = await other.request('trace:import-lines', { importId, text });
    expect(lines).toEqual({ entries: live.entries.length, refused: 0, refusal: null });
    const again = await other.request('trace:window', { importId, filter: {}, from: 0, count: 200 });
    expect(again.entries).toEqual(live.entries);
    const seq = live.entries.find(({ tool }) => tool === 'everything__echo')?.seq ?? 0;
    expect(await other.request('trace:payload', { importId, seq })).toEqual(
      await panel.request('trace:payload', { seq }),
    );
    await other.close();
    await until(async () => {
      const reply = await panel.send('trace:window', { importId, filter: {}, from: 0, count: 1 });
      return !reply.ok;
    }, 'the import is forgotten');
  });

  test('A call is told whole, from any of its entries, also of an import, which is measured and exported like the live trace.', async () => {
    const { panel } = await open();
    const { entries } = await settled(panel);
    const text = await exported(panel, 'har', { until: entries.at(-1)?.seq ?? 0 });
    const { importId } = await panel.request('trace:import-begin', {});
    // Its entries stand on lines of their own, with commas between.
    const lines = text.split('\n').filter(line => line.startsWith('{"startedDateTime"'));
    const taken = await panel.request('trace:import-lines', {
      importId,
      text: lines.map(line => line.replace(/,$/, '')).join('\n'),
    });
    expect(taken).toEqual({ entries: entries.length, refused: 0, refusal: null });
    const sent = entries.find(({ to, tool }) => to.kind === 'server' && tool === 'echo')?.seq ?? 0;
    const family = await panel.request('trace:related', { seq: sent });
    expect(family.entries.map(({ from, to }) => [from.kind, to.kind])).toEqual([
      ['agent', 'hub'],
      ['hub', 'server'],
    ]);
    expect(await panel.request('trace:related', { importId, seq: sent })).toEqual(family);
    const figures = await panel.request('trace:figures', { importId, filter: {}, side: 'targets' });
    expect(figures.tools.find(({ tool }) => tool === 'echo')).toMatchObject({ calls: 3 });
    const preview = await panel.request('trace:export-preview', { importId });
    expect([preview.entries, preview.after]).toEqual([entries.length, null]);
    const again = await panel.request('trace:export', { importId, format: 'jsonl' });
    expect(again.text.trimEnd().split('\n')).toHaveLength(entries.length + 1);
  });
});

/** The trace once nothing in it is under way: what is exported is what was seen. */
async function settled(panel: PanelClient) {
  const look = () => panel.request('trace:window', { filter: {}, from: 0, count: 200 });
  let seen = await look();
  await until(async () => {
    seen = await look();
    return seen.entries.every(({ outcome }) => outcome !== 'pending');
  }, 'nothing is under way');
  return seen;
}

describe('recording', () => {
  test('It is off, writes while it is on, is private, and is off again after a restart with its file kept.', async () => {
    const { place, hub, panel, agent } = await open();
    const folder = path.join(place.home, 'traces');
    expect([panel.snapshot.hub.recording ?? null, fs.existsSync(folder)]).toEqual([null, false]);
    await panel.request('trace:record', { on: true });
    await panel.waitFor(({ hub: { recording } }) => recording?.folder === folder, 'every panel sees it');
    await agent.call('everything__echo', { message: 'written', password: 'correct horse' });
    await panel.waitFor(({ hub: { recording } }) => (recording?.entries ?? 0) >= 2, 'entries are written');
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
    const [file = ''] = inFolder(folder);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    await agent.call('everything__echo', { message: 'right before the end' });
    await agent.close();
    await hub.kill('SIGTERM');
    const text = fs.readFileSync(file, 'utf8');
    expect(text).toContain('right before the end');
    expect(text).not.toContain('correct horse');
    const next = await place.panel(await place.serve());
    expect(next.snapshot.hub.recording ?? null).toBeNull();
    const { files, kept } = await next.request('trace:recordings', {});
    expect([files.length, kept.bytes > 0, fs.statSync(kept.folder).mode & 0o777]).toEqual([1, true, 0o700]);
    const keptText = () =>
      inFolder(kept.folder)
        .map(name => fs.readFileSync(name, 'utf8'))
        .join('');
    expect(keptText()).toContain('"tool":"everything__echo"');
    expect(keptText()).not.toMatch(/written|correct horse|right before the end/);
    await next.request('trace:forget-recordings', {});
    expect([inFolder(folder), keptText()]).toEqual([[], expect.not.stringContaining('everything__echo')]);
  });

  test('A planted link is not followed; the switch stays off and says why.', async () => {
    const { place, panel } = await open();
    const elsewhere = path.join(place.folder, 'elsewhere');
    fs.mkdirSync(elsewhere, { mode: 0o700 });
    fs.symlinkSync(elsewhere, path.join(place.home, 'traces'));
    const error = await panel.request('trace:record', { on: true }).catch((reason: unknown) => reason);
    expect(error instanceof PanelError && error.message).toContain('is not a private folder of this account');
    expect([panel.snapshot.hub.recording ?? null, inFolder(elsewhere)]).toEqual([null, []]);
  });

  test('When its file cannot be written any more it ends, and every panel is told.', async () => {
    const { place, panel, agent } = await open();
    const folder = path.join(place.home, 'traces');
    await panel.request('trace:record', { on: true });
    fs.rmSync(folder, { recursive: true });
    // The open file is still written to; the next one cannot be made.
    const message = 'x'.repeat(100_000);
    await until(async () => {
      for (let n = 0; n < 20; n += 1) await agent.call('everything__echo', { message });
      return panel.snapshot.hub.problems.some(({ id }) => id === 'recording');
    }, 'the problem is told');
    await panel.waitFor(({ hub: { recording } }) => !recording, 'the recording has ended');
    expect(panel.snapshot.hub.problems.find(({ id }) => id === 'recording')?.reason).toMatchObject({
      kind: 'recording-ended',
    });
    await panel.request('trace:record', { on: true });
    await panel.waitFor(({ hub: { problems } }) => problems.every(({ id }) => id !== 'recording'), 'it is solved');
  });
});
