// The browsers of this machine on the command line.
import type { CliCommands } from './cli-peer.ts';

type Answered = 'browsers:list' | 'browsers:who' | 'browsers:switch';

export function browserCommands(): Pick<CliCommands, Answered> {
  return {
    'browsers:list': () => ({ browsers: [], offered: [] }),
    'browsers:who': () => ({ answers: [] }),
    'browsers:switch': () => ({ results: [] }),
  };
}
