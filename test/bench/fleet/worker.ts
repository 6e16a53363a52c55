// A hub of a bench, in a process of its own: it runs a server and shares it until its parent is gone.
import path from 'node:path';
import { everythingPath, startFleetHub } from '../../support/fleet-hub.ts';
import { repositoryRoot } from '../../support/provided.ts';

const programs = {
  worker: [path.join(repositoryRoot, 'test/fixtures/servers/working.mjs')],
  everything: [everythingPath, 'stdio'],
};

const [url = '', name = '', asker = '', share = 'worker'] = process.argv.slice(2);
if (share !== 'worker' && share !== 'everything') throw new Error(`There is no server "${share}" to share.`);
const hub = await startFleetHub(url, name);
const serverId = await hub.serve(share, process.execPath, programs[share]);
const whom = { hubs: [asker], roles: [], tools: null, readOnly: true, description: '' };
await hub.shared.shares.share({ serverId, share, ...whom });
await hub.wire.connection.flush();
process.once('disconnect', () => void hub.end().finally(() => process.exit(0)));
process.send?.('ready');
