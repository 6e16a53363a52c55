// Which addresses reach the operating system.
import { expect, test } from 'vitest';
import { openLink } from '../../../electron/main/open-link.ts';

const opened = async (address: string): Promise<string[]> => {
  const urls: string[] = [];
  await openLink(address, { openExternal: url => Promise.resolve(void urls.push(url)) });
  return urls;
};

test.each(['https://signin.example.com/authorize?x=1', 'http://127.0.0.1:4000/authorize', 'http://[::1]:4000/'])(
  '%s is opened.',
  async address => {
    expect(await opened(address)).toEqual([address]);
  },
);

test.each([
  'http://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'smb://server/share',
  'ms-msdt:/id',
  'https://user:password@example.com/',
  'https://user@example.com/',
  'pilothouse://open',
  'not an address',
])('%s is refused.', async address => {
  await expect(opened(address)).rejects.toThrow(/is not opened/);
});

test('What a lenient reader takes for another scheme is opened as what it is.', async () => {
  expect(await opened(String.raw`https:\\evil.example\path`)).toEqual(['https://evil.example/path']);
});
