// The servers of a set-up file: each is added or changed to what the file says and approved as that; one that the file names no more is removed, unless it was there before the file.
import { isSameName } from '../../../contract/names.ts';
import { hubError } from '../../../words/hub-error.ts';
import { notSo, saidAt } from './setup-fault.ts';
import type { ServerEdit } from '../../../contract/schemas/server-config.ts';
import type { Server, ServerConfig } from '../../../contract/schemas/servers.ts';
import type { SetupServer } from './read-setup.ts';
import type { SettingUp } from './setting-up.ts';

export async function removeServers({ setup, record, ask, state }: SettingUp): Promise<void> {
  const named = new Set(setup.servers.map(({ name }) => name));
  const { servers } = await state();
  for (const [name, { id, isAdopted }] of Object.entries(record.servers)) {
    if (named.has(name)) continue;
    if (servers[id] && !isAdopted)
      await saidAt(setup.file, ['mcpServers', name], () => ask('servers:remove', { serverId: id }));
    delete record.servers[name];
  }
}

export async function setUpServers(own: SettingUp): Promise<void> {
  for (const server of own.setup.servers)
    await saidAt(own.setup.file, ['mcpServers', server.name], () => setUpServer(own, server));
}

/** One of that name which is there already becomes what the file says: two of a name there cannot be. */
async function setUpServer({ record, ask, state, digest, keep }: SettingUp, { name, text, config }: SetupServer) {
  const entry = digest(text);
  const before = record.servers[name];
  const servers = Object.values((await state()).servers);
  const found = servers.find(({ id }) => id === before?.id) ?? servers.find(one => isSameName(one.name, name));
  const isSame = found !== undefined && before?.entry === entry && before.hash === found.hash;
  if (isSame && !isUnapproved(found)) return;
  const isAdopted = found !== undefined && (found.id !== before?.id || before.isAdopted);
  let id = found?.id;
  if (id === undefined) [id = ''] = (await ask('servers:add', { kind: 'json', text })).serverIds;
  else if (!isSame) await ask('servers:configure', { serverId: id, name, config: editOf(config) });
  const { hash, placeholders } = await ask('servers:config', { serverId: id });
  const [gap] = placeholders;
  if (gap) throw hubError('ERR_INVALID_ARGUMENTS', notSo('placeholder', gap.text));
  record.servers[name] = { id, entry, hash, isAdopted };
  await keep();
  await ask('servers:approve', { serverId: id, hash });
}

function isUnapproved({ state }: Server): boolean {
  return state.kind === 'blocked' && state.by === 'approval';
}

/** All of a config, as a change of whatever was there. */
function editOf(config: ServerConfig): ServerEdit {
  switch (config.kind) {
    case 'stdio': {
      const { kind, command, args, cwd = null, env } = config;
      return { kind, command, args: [...args], cwd, variables: { ...env } };
    }
    case 'http':
    case 'sse':
    case 'fleet':
      return { kind: config.kind, url: config.url, variables: { ...config.headers } };
    case 'javascript': {
      const { kind, file, hosts, env } = config;
      return { kind, file, hosts: [...hosts], variables: { ...env } };
    }
    case 'wasm': {
      const { kind, file, args, folders, env } = config;
      return { kind, file, args: [...args], folders: folders.map(one => ({ ...one })), variables: { ...env } };
    }
  }
}
