// A program that connects over several wires is one process to the system, and so one agent to the user.
import { userInfo } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { connectedPrograms, connectionsOf } from '../../../renderer/store/connected-agents.ts';
import { usePlace } from '../../support/hub-process.ts';
import { namedAgent } from '../compat/claudezilla-scene.ts';
import { overFrames, overSse } from './wire-clients.ts';

test.runIf(process.platform === 'linux')(
  'Over stdio, HTTP, SSE and the sockets of Claude Code and Claudezilla this process is one agent, and with another credential another one.',
  async () => {
    const place = usePlace();
    const panel = await place.panel(await place.serve());
    const [one, other] = [
      await panel.request('clients:create', { name: 'One', start: 'own-tabs' }),
      await panel.request('clients:create', { name: 'Other', start: 'own-tabs' }),
    ];
    await place.stdioAgent(one);
    await place.httpAgent(one);
    await overSse(one);
    await panel.request('endpoints:set', { endpointId: 'claude-code-frames', on: true });
    await panel.waitFor(({ endpoints }) => endpoints['claude-code-frames']?.state.kind === 'listening', 'it listens');
    const frames = await overFrames(path.join(place.folder, 'tmp', `claude-code-mcp-${userInfo().username}.sock`));
    await frames('list_connected_browsers', {});
    const zilla = await namedAgent(panel, place);
    await zilla('canNavigate');
    const connected = () => Object.values(panel.snapshot.agents).filter(({ state }) => state.kind === 'connected');
    await panel.waitFor(() => connected().length === 5 && connected().every(each => each.process), 'all are told of');
    expect(
      connected()
        .map(({ transport }) => transport)
        .toSorted(),
    ).toEqual(['claude-frames', 'claudezilla', 'http', 'sse', 'stdio']);
    expect(new Set(connected().map(each => each.process?.pid))).toEqual(new Set([process.pid]));
    const programs = () => connectedPrograms(panel.snapshot).map(agent => connectionsOf(panel.snapshot, agent).length);
    expect(programs()).toEqual([5]);
    await place.httpAgent(other);
    await panel.waitFor(
      () => connected().length === 6 && connected().every(each => each.process),
      'the other is told of',
    );
    // By now nobody can tell which of the two speaks on the sockets without credentials.
    expect(programs()).toEqual([3, 2, 1]);
  },
);
