// Child process: connects Cursor where the system refuses to write, and says why it could not.
//   FOLDER bytes COUNT   no file may grow past so many bytes
//   FOLDER uid UID       as another account
import { execFileSync } from 'node:child_process';
import { HubError } from '../../../contract/errors.ts';
import { openConfigs } from './config-home.ts';

const [folder = '', how, value = ''] = process.argv.slice(2);
if (how === 'uid') {
  process.setegid?.(Number(value));
  process.seteuid?.(Number(value));
}
const { configs } = openConfigs(folder, 'data', process.geteuid?.());
await configs.start();
if (how === 'bytes') {
  // Listened to, so that the write fails with EFBIG, as one on a full disk does with ENOSPC.
  process.on('SIGXFSZ', () => {});
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${value}`]);
}
const reason = await configs.connect({ agent: 'cursor' }, { byVariable: false, start: 'ask' }).then(
  () => null,
  (error: unknown) => (error instanceof HubError ? error.reason : String(error)),
);
process.stdout.write(JSON.stringify(reason));
configs.stop();
