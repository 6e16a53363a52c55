// The feed of what agents asked for.
import { describe, expect, it } from 'vitest';
import { feedItems } from '../../../../../renderer/screens/overview/feed.ts';
import { fixtureSnapshot } from '../../../../support/panel-fixture/snapshot.ts';
import { fixtureTrace } from '../../../../support/panel-fixture/traces.ts';

const now = 1_800_000_000_000;

const trace = fixtureTrace(now, 60);
const snapshot = fixtureSnapshot(now);

describe('the feed', () => {
  it('tells what agents asked for, the newest first', () => {
    const [newest, before] = feedItems(trace, 10, snapshot);
    expect([newest, before]).toMatchObject([
      { agentLabel: 'Cursor', verb: 'waits for your answer on', tool: 'write_file', tone: 'attention' },
      { agentLabel: 'Claude Code', verb: 'is using', tool: 'computer', tone: null },
    ]);
  });

  it('gives the reason of a refusal', () => {
    const refused = feedItems(trace, 60, snapshot).find(({ verb }) => verb === 'was refused');
    expect(refused?.more).toMatch(/^Tab 42 belonged to Claude Code|Your grant 16 forbids MCP Inspector/);
  });

  it('tells repeats once, with their number', () => {
    const again = trace
      .filter(({ tool, outcome, parent }) => tool === 'echo' && outcome === 'ok' && parent === null)
      .slice(0, 3);
    expect(feedItems(again, 5, snapshot)).toMatchObject([{ tool: 'echo', times: 3 }]);
  });

  it('is never longer than asked', () => {
    expect(feedItems(trace, 7, snapshot)).toHaveLength(7);
  });
});
