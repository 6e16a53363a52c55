// After which failures a server waits for its user, and after which it is started again: a guess is no reason to give it up.
import { expect, test } from 'vitest';
import { isHopeless } from '../../../../../electron/core/servers/failures/hopeless.ts';
import type { Reason } from '../../../../../contract/reasons.ts';

test.each<[Reason, boolean]>([
  [{ kind: 'npm-no-package', name: 'mcp-x' }, true],
  [{ kind: 'uv-no-version', wanted: 'mcp-x==9' }, true],
  [{ kind: 'uv-no-package', name: 'mcp-x' }, false],
  [{ kind: 'needs-variables', names: ['API_KEY'] }, false],
  [{ kind: 'wrong-arguments', said: 'unknown option --x' }, true],
  [{ kind: 'wrong-arguments', said: 'Usage: server FOLDER' }, false],
])('%o', (why, isOne) => {
  expect(isHopeless({ kind: 'exited-because', code: 1, why } as Reason)).toBe(isOne);
  expect(isHopeless(why)).toBe(false);
});
