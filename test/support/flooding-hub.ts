// A process with an outbox that appends entries for as long as it lives, and says on stdout how many are on disk: to be killed.
import { pause, startTestHub } from './fleet-outbox.ts';

const [folder = '', url = '', count = '0'] = process.argv.slice(2);
const hub = await startTestHub({ folder, url });
while (hub.store.audit.lastId < Number(count)) {
  hub.append(50);
  await hub.store.audit.count({});
  process.stdout.write(`${hub.store.audit.lastId}\n`);
  await pause(5);
}
await hub.sent();
await hub.end();
