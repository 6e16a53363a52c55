// The manifest's text for each family, and the comparison that decides whose a found text is.
import { describe, expect, it } from 'vitest';
import { compareManifest, manifestText } from '../../../../native-host/manifests/content.ts';
import type { ManifestContext } from '../../../../native-host/manifests/context.ts';

const context: ManifestContext = {
  platform: 'linux',
  homeDir: '/home/ana',
  dataHome: '/home/ana/.pilothouse',
  env: {},
  launcherPath: '/home/ana/.pilothouse/launcher/relay',
  extensionIds: { chromium: 'abcdefghijklmnopabcdefghijklmnop', firefox: 'companion@pilothouse.dev' },
  userName: 'ana',
  uid: 1000,
  runReg: () => Promise.reject(new Error('A text runs nothing.')),
};

describe('manifest text', () => {
  it('allows exactly the companion’s origin in the Chromium family', () => {
    expect(JSON.parse(manifestText(context, 'chromium'))).toEqual({
      name: 'dev.pilothouse.relay',
      description: 'Connects this browser to Pilothouse.',
      path: '/home/ana/.pilothouse/launcher/relay',
      type: 'stdio',
      allowed_origins: ['chrome-extension://abcdefghijklmnopabcdefghijklmnop/'],
    });
  });

  it('allows exactly the gecko ids of the companion and of what speaks for plugins in Firefox', () => {
    expect(JSON.parse(manifestText(context, 'firefox'))).toEqual({
      name: 'dev.pilothouse.relay',
      description: 'Connects this browser to Pilothouse.',
      path: '/home/ana/.pilothouse/launcher/relay',
      type: 'stdio',
      allowed_extensions: ['companion@pilothouse.dev', 'raffi.krikorian.harbor@gmail.com'],
    });
  });

  it('writes the launcher with backslashes on Windows, because cmd.exe cannot run it otherwise', () => {
    const windows = {
      ...context,
      platform: 'win32' as const,
      launcherPath: 'C:/Users/ana/.pilothouse/launcher/relay.cmd',
    };
    expect(JSON.parse(manifestText(windows, 'chromium')).path).toBe('C:\\Users\\ana\\.pilothouse\\launcher\\relay.cmd');
  });

  it('refuses an extension id that would make the browser reject the whole manifest', () => {
    const wrong = { ...context, extensionIds: { ...context.extensionIds, chromium: '*' } };
    expect(() => manifestText(wrong, 'chromium')).toThrow(
      '“*” is no Chromium extension id; give 32 letters from a to p.',
    );
  });
});

describe('compareManifest', () => {
  const text = manifestText(context, 'chromium');
  const edited = (change: object) => JSON.stringify({ ...JSON.parse(text), ...change });

  it('knows its own text', () => {
    expect(compareManifest(text, text)).toEqual({
      ours: true,
      identical: true,
      hasMark: false,
      path: context.launcherPath,
      differing: [],
    });
  });

  it('names the fields of ours that were changed', () => {
    const found = compareManifest(text, edited({ allowed_origins: ['chrome-extension://x/'], extra: 1 }));
    expect(found).toMatchObject({ ours: true, identical: false, differing: ['allowed_origins', 'extra'] });
  });

  it('takes another launcher or another name for foreign', () => {
    const states = [{ path: '/opt/other/host' }, { name: 'com.other.host' }].map(
      change => compareManifest(text, edited(change)).ours,
    );
    expect(states).toEqual([false, false]);
  });

  it.each(['', '[]', 'null', '{'])('takes the text %j for foreign', found => {
    expect(compareManifest(text, found)).toMatchObject({ ours: false, identical: false, path: undefined });
  });

  it('knows ours behind a byte order mark, which no browser reads', () => {
    expect(compareManifest(text, `\ufeff${text}`)).toMatchObject({ ours: true, identical: false, hasMark: true });
  });
});
