// Child process: awaits the write of one grant, then another, says so after each, and never closes its store.
import { openStore } from '../../../electron/core/store/store.ts';
import { inEnglish } from '../../../words/english.ts';
import { buildGrant } from '../../support/hub-fixtures.ts';

const [file = ''] = process.argv.slice(2);
const store = await openStore(file, {
  now: Date.now,
  problems: reason => process.stderr.write(`${inEnglish(reason)}\n`),
});
for (let n = 1; ; n += 1) {
  await store.grants.add([buildGrant({ id: `g${n}`, createdAt: n })], n);
  process.stdout.write(`${n}\n`);
}
