// What Python says: the exception is the last line of a traceback; of several the last is the one that ended the program.
import { part } from './recogniser.ts';
import type { Recogniser } from './recogniser.ts';

/** The frames of a traceback, of which the first may be lost. */
const frames = '(?:Traceback \\(most recent call last\\):|^ +File "[^"\\n]{1,500}", line \\d+.*)(?:\\n .*){0,90}\\n';

export const pythonFailures: readonly Recogniser[] = [
  {
    pattern:
      /^ModuleNotFoundError: No module named '(?<module>[^'\n]{1,200})'|^\S{1,300}python[\d.]*(?:\.exe)?: No module named (?<started>\S{1,200})/gm,
    why: match => ({ kind: 'python-no-module', module: part(match, 'module') || part(match, 'started') }),
  },
  {
    pattern: /python[\d.]*(?:\.exe)?: can't open file '(?<file>[^'\n]{1,500})': \[Errno \d+\] No such file/g,
    why: match => ({ kind: 'no-program-file', file: part(match, 'file') }),
  },
];

/** Whatever else it was. */
export const pythonExceptions: readonly Recogniser[] = [
  {
    pattern: new RegExp(`${frames}(?<said>[A-Za-z_][\\w.]*(?:: .*|$)(?:\\n\\S+\\n {2}.+)?)`, 'gm'),
    why: match => ({ kind: 'program-exception', said: part(match, 'said').replace(/\s*\n\s*/g, ' ') }),
  },
];
