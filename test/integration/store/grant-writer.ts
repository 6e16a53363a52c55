// Child process: awaits the write of one grant, then another, says so after each, and never closes its store.
import { openStore } from '../../../electron/core/store/store.ts';

const [file = ''] = process.argv.slice(2);
const store = await openStore(file, { now: Date.now, problems: text => process.stderr.write(`${text}\n`) });
for (let n = 1; ; n += 1) {
  await store.grants.add(
    [
      {
        id: `g${n}`,
        subject: { kind: 'client', id: 'c1' },
        agentId: null,
        effect: 'allow',
        scope: 'browser:navigate',
        tools: null,
        reading: false,
        resource: { kind: 'any' },
        lifetime: 'always',
        tab: null,
        createdAt: n,
        expiresAt: null,
        uses: 0,
        lastUsedAt: null,
      },
    ],
    n,
  );
  process.stdout.write(`${n}\n`);
}
