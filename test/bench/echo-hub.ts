// A program: the real hub endpoint, behind which every frame goes back, as fast as it is taken. Argument: the data home.
import { join } from 'node:path';
import { listenHubEndpoint } from '../../native-host/endpoints/hub-endpoint.ts';
import { readHubKey } from '../../native-host/relay/home-files.ts';

const [home = ''] = process.argv.slice(2);
const endpoint = await listenHubEndpoint({
  home,
  runtimeDir: join(home, 'run'),
  key: readHubKey(home),
  clientSecret: () => null,
  onPeer: (_hello, connection) => {
    connection.onDrain(() => connection.resume());
    connection.onFrame(frame => {
      if (!connection.send(frame)) connection.pause();
    });
  },
  onRefused: reason => process.stderr.write(`${reason}\n`),
  pid: process.pid,
  startedAt: Date.now(),
});
process.stdout.write(`${endpoint.path}\n`);
