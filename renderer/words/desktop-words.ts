// What the desktop's settings say.
import type { UpdateState } from '../../electron/contract/desktop.ts';

export function updateSentence(state: UpdateState): string {
  switch (state.kind) {
    case 'off':
      return 'Nobody is asked for updates';
    case 'unsupported':
    case 'failed':
      return state.reason;
    case 'idle':
      return 'This is the newest version there';
    case 'looking':
      return 'Looking for a newer version';
    case 'fetching':
      return `Fetching ${state.version}, ${state.percent} %`;
    case 'ready':
      return `${state.version} is ready and starts with the next start`;
  }
}
