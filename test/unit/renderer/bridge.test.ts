// Inside the desktop shell the same requests travel over the preload.
import { expect, it } from 'vitest';
import { type PanelShell, shellLink } from '../../../renderer/bridge.ts';

const shell = (reply: Awaited<ReturnType<PanelShell['request']>>): PanelShell => ({
  request: () => Promise.resolve(reply),
  onEvent: () => () => undefined,
});

it('unwraps the value of an answer', async () => {
  const link = shellLink(shell({ ok: true, value: { rows: [] } }));
  expect(await link.request('manifests:list', {})).toEqual({ rows: [] });
});

it('throws an error that crossed as a value', async () => {
  const error = {
    code: 'ERR_PAUSED' as const,
    message: 'All agents are paused. Run them again first.',
    data: { since: 3 },
  };
  const link = shellLink(shell({ ok: false, error }));
  await expect(link.request('state:get', {})).rejects.toMatchObject(error);
});

it('is open from the start', () => {
  const seen: string[] = [];
  shellLink(shell({ ok: true, value: {} })).onStatus(({ kind }) => seen.push(kind));
  expect(seen).toEqual(['open']);
});
