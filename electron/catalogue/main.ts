// Starts the process that reads catalogues: it alone fetches and parses what strangers publish, and keeps it in a database of its own.
// It is given no secrets. Its folder is where it was started, and its hub is whoever started it.
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../../contract/reason.ts';
import { CatalogueWorker } from './catalogue-worker.ts';
import { openHubLine } from './hub-line.ts';
import { sourceLimits } from './sources/source-limits.ts';
import { openDatabase } from './stored/open-database.ts';
import { Statements } from './stored/statements.ts';

const line = openHubLine();
if (line) start(line);

function start(line: NonNullable<ReturnType<typeof openHubLine>>): void {
  const end = () => process.exit(0);
  // A terminal that is interrupted tells all its processes; when this one ends is the hub's to say.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
  try {
    const { database, anew } = openDatabase(process.cwd());
    const worker = new CatalogueWorker({
      statements: new Statements(database),
      limits: sourceLimits,
      now: () => Date.now(),
      pause: (ms, signal) => sleep(ms, undefined, { signal }),
      tell: message => line.tell(message),
      end,
    });
    const endWell = () => worker.take({ kind: 'end' });
    line.onGone(endWell);
    process.once('SIGTERM', endWell);
    line.onMessage(message => worker.take(message));
    line.tell({ kind: 'ready', anew });
  } catch (error) {
    line.tell({ kind: 'failed', id: 0, reason: reasonOf(error) });
    // A message on its way is lost with the process.
    setTimeout(() => process.exit(1), 100);
  }
}
