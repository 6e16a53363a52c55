// What an installed app does not take from its environment.
import { expect, test } from 'vitest';
import { dropOverrides } from '../../../contract/environment-overrides.ts';

test('What decides over an installed app is taken out, with a word on each, and all else stays.', () => {
  const env = { PATH: '/bin', PILOTHOUSE_HOME: '', CLAUDE_BROWSER_AUTH_TOKEN: 'known', XDG_RUNTIME_DIR: '/run/user/7' };
  expect(dropOverrides(env)).toBe(
    'An installed Pilothouse does not take these variables of its environment: PILOTHOUSE_HOME (start it with --home DIR), CLAUDE_BROWSER_AUTH_TOKEN (set a token under Settings).',
  );
  expect(env).toEqual({ PATH: '/bin', XDG_RUNTIME_DIR: '/run/user/7' });
  expect(dropOverrides(env)).toBeNull();
});
