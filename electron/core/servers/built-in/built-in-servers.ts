// The two servers that Pilothouse brings along, offered in the form "Add a server": small, without network, and of no cost until they are added.
import { readHarborManifest } from '../import/harbor-manifest.ts';
import { echoScript } from './echo-script.ts';
import { timeModule } from './time-module.ts';
import type { ReadServer } from '../import/read-server.ts';

/** They start on first use, whatever is chosen for others. */
export function builtInServers(): ReadServer[] {
  const manifests = [
    { id: 'time-wasm', name: 'time-wasm', runtime: 'wasm', wasmBase64: timeModule },
    { id: 'echo-js', name: 'echo-js', runtime: 'js', scriptBase64: Buffer.from(echoScript).toString('base64') },
  ];
  return manifests.map(manifest => ({ ...readHarborManifest(manifest), app: 'built-in', start: 'first-use' }));
}
