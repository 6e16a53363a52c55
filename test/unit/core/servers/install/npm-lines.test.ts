// What npm tells of archives while it fetches: only what has come counts.
import { expect, it } from 'vitest';
import { archiveIn } from '../../../../../electron/core/servers/install/fetch/fetch-npm.ts';

const archive = 'https://registry.npmjs.org/slow/-/slow-1.0.0.tgz';

it.each([
  [`npm http fetch GET 200 ${archive} 85ms (cache miss)`, archive],
  [`npm http cache ${archive} 3ms (cache hit)`, archive],
  // Said before npm has looked whether it has it.
  [`npm http cache slow@${archive} 1ms (cache hit)`, null],
  ['npm http fetch GET 200 https://registry.npmjs.org/slow 85ms (cache miss)', null],
  [`npm http fetch GET 404 ${archive} 85ms`, null],
])('%s', (line, found) => expect(archiveIn(line)).toBe(found));
