// Agents' configurations on a running hub: an entry goes into a real file and out of it, what others do to the file is told, and nothing is lost.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { askHub } from '../../../electron/core/ask-hub.ts';
import { confirmed } from '../../support/confirmed.ts';
import { usePlace } from '../../support/hub-process.ts';
import { refusalOf, until } from '../../support/panel-client.ts';
import type { HubPlace } from '../../support/hub-process.ts';
import type { PanelClient } from '../../support/panel-client.ts';

const claude = {
  numStartups: 3,
  mcpServers: { github: { type: 'http', url: 'https://mcp.github.test/' }, files: { command: 'npx', args: ['x'] } },
  projects: {},
};
const claudeText = `${JSON.stringify(claude, null, 2)}\n`;
const codexText = '# mine\nmodel = "gpt-5"\n\n[mcp_servers.github]\nurl = "https://mcp.github.test/" # work\n';

function put(place: HubPlace, name: string, text: string): string {
  const file = path.join(place.folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}

async function ready() {
  const place = usePlace();
  const file = put(place, '.claude.json', claudeText);
  const codex = put(place, '.codex/config.toml', codexText);
  const hub = await place.serve();
  const panel = await place.panel(hub);
  await panel.waitFor(({ agentConfigs }) => 'claude-code' in agentConfigs, 'the rows come');
  return { place, hub, panel, file, codex };
}

const stateOf = (panel: PanelClient, id: string) => panel.snapshot.agentConfigs[id]?.state;
const read = (file: string) => fs.readFileSync(file, 'utf8');
const problems = (panel: PanelClient) => panel.snapshot.hub.problems.map(({ reason }) => reason);

test('What is shown is what is written; the agent connects by it; taking it out leaves the file as it was, byte for byte.', async () => {
  const { place, panel, file } = await ready();
  expect(stateOf(panel, 'claude-code')).toEqual({ kind: 'not-connected' });
  expect(panel.snapshot.agentConfigs['claude-code']).toMatchObject({ shownFile: '~/.claude.json', otherServers: 2 });

  const preview = await panel.request('agent-configs:preview', { change: 'connect', agent: 'claude-code' });
  expect(read(file)).toBe(claudeText);
  expect(panel.snapshot.clients).toEqual({});
  const done = await panel.request('agent-configs:connect', { agent: 'claude-code', hash: preview.hash });
  expect(done).toMatchObject({ undo: 1, token: null, row: { state: { kind: 'connected' }, how: 'stdio' } });
  const shown = preview.lines.flatMap(line => (line.kind === 'added' ? [line.text] : []));
  for (const line of shown) expect(read(file)).toContain(line);
  expect(Buffer.byteLength(read(file))).toBe(preview.bytesAfter);

  const { command, args } = JSON.parse(read(file)).mcpServers.pilothouse;
  const clientId = done.row.clientId ?? '';
  expect(args).toEqual(['mcp', '--client', clientId]);
  expect(panel.snapshot.clients[clientId]?.name).toBe('Claude Code');
  const agent = await place.stdioAgent({ stdio: { command, args } } as never);
  await panel.waitFor(({ agents }) => Object.values(agents).some(one => one.clientId === clientId), 'it is connected');
  await agent.close();

  const again = await panel.request('agent-configs:connect', { agent: 'claude-code' });
  expect(again).toMatchObject({ undo: null, row: { clientId } });
  await panel.request('agent-configs:disconnect', { agent: 'claude-code' });
  expect(read(file)).toBe(claudeText);
  await panel.waitFor(({ clients }) => !(clientId in clients), 'its credential is revoked');

  await panel.request('agent-configs:restore', { agent: 'claude-code' });
  await panel.waitFor(
    ({ clients, agentConfigs }) => clientId in clients && agentConfigs['claude-code']?.state.kind === 'connected',
    'undo brings both back',
  );
  const { entries } = await panel.request('audit:query', { count: 10 });
  expect(entries.map(({ what }) => what)).toEqual([
    'agent-configs:restore',
    'agent-configs:disconnect',
    'agent-configs:connect',
    'agent-configs:connect',
    ...entries.slice(4).map(({ what }) => what),
  ]);
});

test('A credential that undo makes again may do no more at the start than the one before.', async () => {
  const { panel } = await ready();
  const { row } = await panel.request('agent-configs:connect', { agent: 'claude-code', start: 'read-only' });
  await panel.request('agent-configs:disconnect', { agent: 'claude-code' });
  expect(await panel.request('agent-configs:restore', { agent: 'claude-code' })).toMatchObject({ isNewClient: true });
  const clientId = row.clientId ?? '';
  await panel.waitFor(({ clients }) => clientId in clients, 'the credential is back');
  expect(panel.snapshot.clients[clientId]?.start).toBe('read-only');
});

test('A file that was changed since it was shown is not written, and a broken one is named with its place and left alone.', async () => {
  const { panel, file, codex } = await ready();
  const { hash } = await panel.request('agent-configs:preview', { change: 'connect', agent: 'claude-code' });
  const other = claudeText.replace('3', '4');
  fs.writeFileSync(file, other);
  const refused = refusalOf(panel.request('agent-configs:connect', { agent: 'claude-code', hash }));
  expect(await refused).toContain('~/.claude.json was changed since it was shown');
  expect(read(file)).toBe(other);
  fs.writeFileSync(codex, 'a = \n');
  const { rows } = await panel.request('agent-configs:list', {});
  expect(rows.find(({ id }) => id === 'codex')?.state).toMatchObject({ kind: 'broken', line: 1 });
  expect(await refusalOf(panel.request('agent-configs:connect', { agent: 'codex' }))).toContain('Line 1');
  expect(read(codex)).toBe('a = \n');
  expect(panel.snapshot.clients).toEqual({});
});

test('Something that takes our entry out, with other servers, is told at once, and the version before comes back.', async () => {
  const { panel, file } = await ready();
  await panel.request('agent-configs:connect', { agent: 'claude-code' });
  const connected = read(file);
  fs.writeFileSync(file, '{}');
  await panel.waitFor(({ agentConfigs }) => agentConfigs['claude-code']?.state.kind === 'gone', 'it is told');
  await until(() => problems(panel).some(({ kind }) => kind === 'agent-entry-gone'), 'the problem stands');
  expect(problems(panel)).toMatchObject([{ kind: 'agent-entry-gone', agent: 'Claude Code', lost: 2 }]);
  await panel.waitFor(({ agentConfigs }) => {
    const state = agentConfigs['claude-code']?.state;
    return state?.kind === 'gone' && String(state.lost) === 'github,files';
  }, 'the row names what went with it');

  const { versions } = await panel.request('agent-configs:preview', { change: 'restore', agent: 'claude-code' });
  expect(versions[0]).toMatchObject({ why: { kind: 'kept-before-loss' }, bytes: Buffer.byteLength(connected) });
  await panel.request('agent-configs:restore', { agent: 'claude-code' });
  expect(read(file)).toBe(connected);
  await panel.waitFor(({ hub }) => hub.problems.length === 0, 'it is over');
  expect(stateOf(panel, 'claude-code')?.kind).toBe('connected');
});

test("A program's own edits are no alarm.", async () => {
  const { panel, file } = await ready();
  await panel.request('agent-configs:connect', { agent: 'claude-code' });
  const value = JSON.parse(read(file));
  delete value.mcpServers.files;
  fs.writeFileSync(`${file}.new`, JSON.stringify({ ...value, numStartups: 4 }));
  fs.renameSync(`${file}.new`, file);
  await panel.waitFor(({ agentConfigs }) => agentConfigs['claude-code']?.otherServers === 1, 'the edit is seen');
  expect(problems(panel)).toEqual([]);
  expect(stateOf(panel, 'claude-code')?.kind).toBe('connected');
  await panel.request('agent-configs:disconnect', { agent: 'claude-code' });
  delete value.mcpServers.pilothouse;
  expect(JSON.parse(read(file))).toEqual({ ...value, numStartups: 4 });
});

test('The entry of an address holds the token that its user is told of, and none in a project.', async () => {
  const { place, panel, codex } = await ready();
  const preview = await panel.request('agent-configs:preview', { change: 'connect', agent: 'codex', how: 'http' });
  expect(preview.notes).toMatchObject([{ kind: 'token-in-file' }, { kind: 'file-made-private' }]);
  expect(JSON.stringify(preview.lines)).not.toMatch(/[0-9a-f]{64}/);
  await panel.request('agent-configs:connect', { agent: 'codex', how: 'http', hash: preview.hash });
  expect(read(codex)).toMatch(/Authorization = "Bearer ph_codex-cli-[0-9a-f]{6}_[0-9a-f]{64}"/);
  expect(stateOf(panel, 'codex')).toMatchObject({ kind: 'connected' });

  const { clientId } = panel.snapshot.agentConfigs['codex']!;
  await panel.request('clients:new-token', { clientId: clientId ?? '' });
  await panel.waitFor(() => stateOf(panel, 'codex')?.kind === 'outdated', 'the old token is none');
  await panel.request('agent-configs:connect', { agent: 'codex' });
  await panel.waitFor(() => stateOf(panel, 'codex')?.kind === 'connected', 'it has the new token');
  await panel.request('agent-configs:connect', { agent: 'codex', how: 'stdio' });
  expect(read(codex)).not.toMatch(/Bearer|url = "http:/);
  await panel.request('agent-configs:disconnect', { agent: 'codex' });
  expect(read(codex)).toBe(codexText);

  const project = path.join(place.folder, 'atlas');
  fs.mkdirSync(project);
  const done = await panel.request('agent-configs:connect', { agent: 'claude-code', project, how: 'http' });
  expect(done.token).toMatch(/^ph_/);
  expect(read(path.join(project, '.mcp.json'))).not.toMatch(/[0-9a-f]{64}/);
  expect(done.row).toMatchObject({ id: `claude-code@${project}`, project, state: { kind: 'connected' } });
  await panel.request('agent-configs:disconnect', { agent: 'claude-code', project });
  expect(fs.readdirSync(project)).toEqual([]);
});

test('What was gone while no hub ran is told by the next one.', async () => {
  const { place, hub, panel, file } = await ready();
  await panel.request('agent-configs:connect', { agent: 'claude-code' });
  await hub.kill('SIGKILL');
  fs.writeFileSync(file, '{"mcpServers":{}}');
  const [backups = ''] = fs.readdirSync(path.join(place.home, 'backups'));
  expect(backups).toBe('claude-code');
  const next = await place.panel(await place.serve());
  await next.waitFor(({ hub: { problems: found } }) => found.length === 1, 'it is told');
  expect(problems(next)).toMatchObject([{ kind: 'agent-entry-gone', lost: 2 }]);
});

test('The command line shows the difference, connects once the user has confirmed it, and undoes it.', async () => {
  const { place, panel, codex } = await ready();
  const dry = await place.run(['clients', 'connect', 'codex', '--dry-run']);
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringMatching(/\+ \[mcp_servers\.pilothouse\]\n/) });
  expect(read(codex)).toBe(codexText);
  const refused = await confirmed(panel, place.run(['clients', 'connect', 'codex']), 'deny');
  expect(refused.code).toBe(3);
  expect(read(codex)).toBe(codexText);
  expect(panel.snapshot.clients).toEqual({});
  expect(await confirmed(panel, place.run(['clients', 'connect', 'codex']))).toMatchObject({ code: 0 });
  expect(read(codex)).toContain('[mcp_servers.pilothouse]');
  const listed = JSON.parse((await place.run(['clients', 'list', '--json'])).stdout);
  expect(listed.clients).toContainEqual(expect.objectContaining({ id: 'codex', how: 'stdio' }));
  const restored = await confirmed(panel, place.run(['clients', 'restore', 'codex', '--to', '1']));
  expect(restored).toMatchObject({ code: 0 });
  expect(read(codex)).toBe(codexText);
  expect((await confirmed(panel, place.run(['clients', 'restore', 'codex']))).code).toBe(0);
  expect(read(codex)).toContain('[mcp_servers.pilothouse]');
  expect((await place.run(['clients', 'disconnect', 'codex'])).code).toBe(0);
  expect(read(codex)).toBe(codexText);
  expect((await place.run(['clients', 'connect', 'nobody'])).stderr).toContain('There is no agent nobody');
});

test('Each change of the command line can be planned without a written byte, and says as JSON what it did.', async () => {
  const { place, panel, codex } = await ready();
  const run = (...args: string[]) => place.run(['clients', ...args]);
  const json = async (...args: string[]) => JSON.parse((await confirmed(panel, run(...args, '--json'))).stdout);

  expect(await json('connect', 'codex', '--how', 'http')).toMatchObject({
    undo: 1,
    row: { id: 'codex', how: 'http', state: { kind: 'connected' } },
  });
  const connected = read(codex);
  expect(connected).toContain('Authorization = "Bearer ph_');
  for (const change of ['disconnect', 'restore']) {
    const dry = await run(change, 'codex', '--dry-run');
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringMatching(/- \[mcp_servers\.pilothouse\]\n/) });
    expect(dry.stdout).not.toMatch(/[0-9a-f]{64}/);
    const planned = await run(change, 'codex', '--dry-run', '--json');
    expect(JSON.parse(planned.stdout).bytesAfter).toBe(Buffer.byteLength(codexText));
    expect(read(codex)).toBe(connected);
  }
  expect(stateOf(panel, 'codex')?.kind).toBe('connected');
  expect(await json('disconnect', 'codex')).toMatchObject({ row: { id: 'codex', state: { kind: 'not-connected' } } });
  expect(read(codex)).toBe(codexText);
  // A token that was revoked stays so: the bytes are back, and the row says that they no longer fit.
  expect(await json('restore', 'codex')).toMatchObject({ row: { id: 'codex', state: { kind: 'outdated' } } });
  expect(read(codex)).toBe(connected);
});

test('The command line connects a project by its own file, and leaves that for all as it was.', async () => {
  const { place, panel, file } = await ready();
  const project = path.join(place.folder, 'atlas');
  fs.mkdirSync(project);
  const args = ['clients', 'connect', 'claude-code', '--project', project];
  expect(await place.run([...args, '--dry-run'])).toMatchObject({ code: 0 });
  expect(fs.readdirSync(project)).toEqual([]);
  expect(await confirmed(panel, place.run(args))).toMatchObject({ code: 0 });
  expect(JSON.parse(read(path.join(project, '.mcp.json')))).toHaveProperty('mcpServers.pilothouse');
  expect(read(file)).toBe(claudeText);
});

test('What the user confirms for a shell is what is done: the credential asks about all, and a file that was changed meanwhile is not written.', async () => {
  const { place, panel, codex } = await ready();
  const connected = askHub(place.home, 'agent-configs:connect', { agent: 'codex', start: 'own-tabs' });
  await confirmed(panel, connected);
  expect(Object.values(panel.snapshot.clients).map(({ start }) => start)).toEqual(['ask']);
  const restored = askHub(place.home, 'agent-configs:restore', { agent: 'codex' });
  restored.catch(() => {});
  await until(() => Object.keys(panel.snapshot.confirmations).length > 0, 'the change waits in the panel');
  fs.appendFileSync(codex, '# written meanwhile\n');
  await expect(confirmed(panel, restored)).rejects.toThrow(/changed/);
  expect(read(codex)).toContain('# written meanwhile');
});
