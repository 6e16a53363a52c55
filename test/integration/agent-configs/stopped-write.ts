// Child process: connects an agent, and stops for ever right before the new file takes the place of the old one.
//   FOLDER AGENT [PROJECT]
import { nodeFiles } from '../../../native-host/manifests/files.ts';
import { openConfigs } from './config-home.ts';

const [folder = '', agent = '', project] = process.argv.slice(2);
const { writeAtomic } = nodeFiles;
Object.assign(nodeFiles, {
  writeAtomic: (...[file, data, mode, options = {}]: Parameters<typeof writeAtomic>) =>
    writeAtomic(file, data, mode, options.beforeRename ? { ...options, beforeRename: stopped } : options),
});

function stopped(): Promise<void> {
  process.stdout.write('written\n');
  return new Promise(() => setInterval(() => {}, 60_000));
}

const { configs } = openConfigs(folder);
await configs.start();
await configs.connect({ agent, project }, { byVariable: false, start: 'ask' });
