// What a server gets of the environment beside what was given to it.
import type { ServerKind } from '../../electron/contract/servers.ts';
import { formatCounted } from './format.ts';

export function inheritedSentence(kind: ServerKind, given: number): string {
  switch (kind) {
    case 'http':
    case 'sse':
      return given === 0 ? 'It is called without headers of your own.' : 'Values are sent and never shown here.';
    case 'javascript':
    case 'wasm':
      return given === 0
        ? 'It sees no variables at all.'
        : `It sees ${given === 1 ? 'this variable' : `these ${formatCounted(given, 'variable')}`} and no other.`;
    case 'stdio':
      return `${given === 0 ? 'Nothing was added. It' : 'Beside these it'} gets what programs need of yours (PATH, home folder, user name, language, temporary folder, shell), and nothing else of the hub’s environment.`;
  }
}
