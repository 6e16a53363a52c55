// What the fixture hub says to the requests by which packages are installed.
import { HubError } from '../../../contract/errors.ts';
import { fieldsOf } from './catalogue.ts';
import { fixtureInstalls } from './installs.ts';
import type { installRequests } from '../../../contract/schemas/install-requests.ts';
import type { Install } from '../../../contract/schemas/installs.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { CollectionName, Snapshot } from '../../../contract/schemas/snapshot.ts';

interface Inside {
  readonly snapshot: () => Snapshot;
  readonly change: (collection: CollectionName, id: string, value: unknown) => void;
}

export function installAnswers({ snapshot, change }: Inside): Pick<PanelHandlers, keyof typeof installRequests> {
  const set = (serverId: string, part: Partial<Install>) => {
    const install = snapshot().installs[serverId];
    if (!install) throw new HubError('ERR_INVALID_ARGUMENTS', `Nothing is installed as ${serverId}.`);
    change('installs', serverId, { ...install, ...part });
    return {};
  };
  const end = (serverId: string) => {
    change('installs', serverId, null);
    change('servers', serverId, null);
    return {};
  };
  return {
    'installs:plan': ({ from }) => {
      const name = from.kind === 'entry' ? from.name : 'sheets';
      const short = name.slice(name.indexOf('/') + 1);
      const fields = fieldsOf({ name });
      return {
        name: short,
        commandLine: ['npx', `${short}@1.0.0`, ...fields.map(({ label }) => `<${label}>`)].join(' '),
        fields,
        walls: { network: 'none', hosts: [], folders: [] },
        warnings: [],
        missing: null,
        forbidden: null,
      };
    },
    'installs:begin': ({ from, name, values }) => {
      const template = fixtureInstalls()['atlas-db'];
      const fields = from.kind === 'entry' ? fieldsOf(from) : [];
      change('servers', name, { ...snapshot().servers['sheets'], id: name, name });
      change('installs', name, { ...template, serverId: name, fields, values, warnings: [] });
      return { serverId: name };
    },
    'installs:fill': ({ serverId, values }) =>
      set(serverId, { values: { ...snapshot().installs[serverId]?.values, ...values } }),
    'installs:stop': ({ serverId }) => set(serverId, { phase: { kind: 'stopped' } }),
    'installs:resume': ({ serverId }) => set(serverId, { phase: { kind: 'unpacking', done: 12, total: 400 } }),
    'installs:cancel': ({ serverId }) => end(serverId),
    'installs:try': ({ serverId }) => set(serverId, { phase: { kind: 'trying' } }),
    'installs:look': () => ({ version: null }),
    'installs:prepare': ({ serverId }) => set(serverId, {}),
    'installs:update': ({ serverId, version }) => set(serverId, { version, update: null }),
    'installs:back': ({ serverId }) => set(serverId, { previous: null }),
    'installs:remove': ({ serverId }) => end(serverId),
    'installs:unused': () => ({ bytes: 41_000_000, folders: 3 }),
    'installs:clear-unused': () => ({ bytes: 41_000_000 }),
  };
}
