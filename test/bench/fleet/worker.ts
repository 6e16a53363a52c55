// A worker hub of a bench, in a process of its own: it runs a server that computes, and shares it until its parent is gone.
import path from 'node:path';
import { startFleetHub } from '../../support/fleet-hub.ts';
import { repositoryRoot } from '../../support/provided.ts';

const [url = '', name = '', asker = ''] = process.argv.slice(2);
const hub = await startFleetHub(url, name);
const serverPath = path.join(repositoryRoot, 'test/fixtures/servers/working.mjs');
const serverId = await hub.serve('worker', process.execPath, [serverPath]);
const whom = { hubs: [asker], roles: [], tools: null, readOnly: true, description: '' };
await hub.shared.shares.share({ serverId, share: 'worker', ...whom });
await hub.wire.connection.flush();
process.once('disconnect', () => void hub.end().finally(() => process.exit(0)));
process.send?.('ready');
