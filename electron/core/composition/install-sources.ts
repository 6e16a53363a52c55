// Where packages are installed from: nothing is known until somebody brings a catalogue, bundles, or a policy.
import { hubError } from '../../../words/hub-error.ts';
import type { InstallSources } from '../servers/install/install-sources.ts';

const unknown = (name: string) => hubError('ERR_INVALID_ARGUMENTS', { kind: 'install-no-way', name, ways: 0 });

export const noSources: InstallSources = {
  entryOf: (_sourceId, name) => Promise.reject(unknown(name)),
  bundleOf: bundleId => {
    throw unknown(bundleId);
  },
  openBundle: path => Promise.reject(unknown(path)),
  addressOf: () => null,
  judge: () => null,
};
