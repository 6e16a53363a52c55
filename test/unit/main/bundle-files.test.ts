// Files that the system hands over: each is opened by the hub, once it runs, and the panel leads to what was opened.
import { describe, expect, it } from 'vitest';
import { BundleFiles, showBundle } from '../../../electron/main/bundle-files.ts';
import { shellWords } from '../../../electron/main/choose-words.ts';
import type { PanelReply } from '../../../contract/schemas/panel-requests.ts';

describe('files of bundles', () => {
  it('wait until somebody opens them, and nothing else waits with them', () => {
    const opened: string[] = [];
    const files = new BundleFiles();
    for (const file of ['/a.mcpb', '/etc/passwd', 'relative.mcpb']) files.add(file);
    files.follow(file => opened.push(file));
    files.add('/b.dxt');
    expect(opened).toEqual(['/a.mcpb', '/b.dxt']);
  });

  it('lead to the catalogue, at the bundle that the hub has opened', async () => {
    const { shown, said, asked } = await shownFor({ ok: true, value: { bundle: { bundleId: 'abc' } } });
    expect(asked).toEqual([['bundles:open', { path: '/home/ana/a.mcpb' }]]);
    expect(shown).toEqual([`catalogue/${encodeURIComponent('?bundle=abc')}`]);
    expect(said).toEqual([]);
  });

  it('say why one is refused', async () => {
    const error = { code: 'ERR_INVALID_ARGUMENTS', message: 'x', reason: { kind: 'bundle-no-zip' } };
    const { shown, said } = await shownFor({ ok: false, error } as PanelReply);
    expect(shown).toEqual(['catalogue']);
    expect(said).toEqual([['a.mcpb lässt sich nicht öffnen', expect.stringContaining('kein Bundle')]]);
  });
});

async function shownFor(reply: PanelReply) {
  const found = { shown: [] as string[], said: [] as string[][], asked: [] as unknown[][] };
  await showBundle('/home/ana/a.mcpb', {
    request: (name, params) => {
      found.asked.push([name, params]);
      return Promise.resolve(reply);
    },
    show: where => found.shown.push(where),
    say: (message, detail) => found.said.push([message, detail]),
    words: () => shellWords('de', ''),
  });
  return found;
}
