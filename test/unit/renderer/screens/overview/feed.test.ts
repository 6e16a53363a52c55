// The feed of what agents asked for.
import { describe, expect, it } from 'vitest';
import { feedItems } from '../../../../../renderer/screens/overview/feed.ts';
import { fixtureTrace } from '../../../../support/panel-fixture/traces.ts';

const NOW = 1_800_000_000_000;

const trace = fixtureTrace(NOW, 60);

describe('the feed', () => {
  it('tells what agents asked for, the newest first', () => {
    const [newest, before] = feedItems(trace, 10);
    expect([newest, before]).toMatchObject([
      { agentLabel: 'Cursor', verb: 'waits for your answer on', tool: 'write_file', tone: 'attention' },
      { agentLabel: 'Claude Code', verb: 'is using', tool: 'computer', tone: null },
    ]);
  });

  it('gives the reason of a refusal', () => {
    const refused = feedItems(trace, 60).find(({ verb }) => verb === 'was refused');
    expect(refused?.more).toMatch(/belonged to somebody else|Your grant 16 forbids it/);
  });

  it('tells repeats once, with their number', () => {
    const again = trace
      .filter(({ tool, outcome, parent }) => tool === 'echo' && outcome === 'ok' && parent === null)
      .slice(0, 3);
    expect(feedItems(again, 5)).toMatchObject([{ tool: 'echo', times: 3 }]);
  });

  it('is never longer than asked', () => {
    expect(feedItems(trace, 7)).toHaveLength(7);
  });
});
