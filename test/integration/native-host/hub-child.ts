// A hub endpoint as a process of its own, so that it can be killed: echoes every frame. Arguments: data home.
import { join } from 'node:path';
import { listenHubEndpoint } from '../../../native-host/endpoints/hub-endpoint.ts';
import { readHubKey } from '../../../native-host/relay/home-files.ts';

const [home = ''] = process.argv.slice(2);

const endpoint = await listenHubEndpoint({
  home,
  runtimeDir: join(home, 'run'),
  key: readHubKey(home),
  clientSecret: () => null,
  onPeer: (_hello, connection) =>
    connection.onFrame(frame => {
      connection.send(frame);
    }),
  onRefused: reason => process.stderr.write(`${reason}\n`),
  pid: process.pid,
  startedAt: Date.now(),
});
process.stdout.write(`${endpoint.path}\n`);
