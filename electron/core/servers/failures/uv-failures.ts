// What uv and uvx say. It breaks its lines where a terminal would end, so words are apart by any white space.
import { hostOf, part } from './recogniser.ts';
import type { Recogniser } from './recogniser.ts';

/** What stands before a line of a chain of causes. */
const gap = '[\\s│]+';

function saying(words: string): RegExp {
  return new RegExp(words.replaceAll(' ', gap), 'g');
}

export const uvFailures: readonly Recogniser[] = [
  {
    pattern: saying('Because (?<name>[^\\s│]{1,200}) was not found in the package registry and you require'),
    why: match => ({ kind: 'uv-no-package', name: part(match, 'name') }),
  },
  {
    pattern: saying('Because there (?:is no version|are no versions) of (?<wanted>[^\\s│]{1,200}) and you require'),
    why: match => ({ kind: 'uv-no-version', wanted: part(match, 'wanted') }),
  },
  {
    pattern: saying(
      'Failed to fetch: `(?<address>[^`\\s]{1,500})`[^`]{0,200}invalid peer certificate: (?<fault>\\w{1,60})',
    ),
    why: match => ({ kind: 'uv-certificate', host: hostOf(part(match, 'address')), code: part(match, 'fault') }),
  },
  {
    pattern: saying(
      'Failed to fetch: `(?<address>[^`\\s]{1,500})`[^`]{0,900}?(?:failed to lookup address information|tcp connect error|operation timed out|Connection refused|Network is unreachable)',
    ),
    why: match => ({ kind: 'uv-no-network', host: hostOf(part(match, 'address')) }),
  },
  {
    pattern: saying(
      'No interpreter found for (?<wanted>[^\\n]{1,100}?) in (?:managed|virtual|system|search|the|registry)',
    ),
    why: match => ({ kind: 'uv-no-python', wanted: part(match, 'wanted') }),
  },
  {
    pattern: saying(
      'An executable named `(?<program>[\\w.-]{1,200})` is not provided by package `(?<name>[\\w.-]{1,200})`(?<rest>\\.?(?:\\n.{0,200}){0,12})',
    ),
    why: match => ({
      kind: 'uv-no-program',
      program: part(match, 'program'),
      name: part(match, 'name'),
      offered: [...part(match, 'rest').matchAll(/^- (\S+)$/gm)].map(([, program = '']) => program),
    }),
  },
  {
    pattern: saying('No solution found when resolving tool dependencies:? (?:╰─▶|cause:) (?<said>Because [^╰]{1,900})'),
    why: match => ({ kind: 'uv-no-solution', said: part(match, 'said').replace(/[\s│]+/g, ' ') }),
  },
];
