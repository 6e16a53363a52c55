// The launchers' texts: quoting for both shells, and markers that cannot be smuggled in.
import { describe, expect, it } from 'vitest';
import { launcherText } from '../../../../native-host/manifests/launcher.ts';
import { fillTemplate } from '../../../../native-host/manifests/launcher-templates.ts';
import { escapeForCmd, quoteForSh } from '../../../../native-host/manifests/quoting.ts';

describe('quoting', () => {
  it('closes and reopens the quotes around a single quote for sh', () => {
    expect(quoteForSh('it\'s $HOME `x` "y"')).toBe("'it'\\''s $HOME `x` \"y\"'");
  });

  it('doubles percent signs for cmd.exe', () => {
    expect(escapeForCmd('C:\\100% %PATH%')).toBe('C:\\100%% %%PATH%%');
  });

  it.each(['\n', '\r', '\0'])('refuses a path with %j', character => {
    expect(() => quoteForSh(`/a${character}b`)).toThrow('contains a line break; move it to a path without one.');
  });

  it('refuses a double quote for cmd.exe', () => {
    expect(() => escapeForCmd('C:\\a"b')).toThrow(
      'The path C:\\a"b contains a double quote; choose a path without one.',
    );
  });

  it('does not fill a marker that stands inside a value', () => {
    expect(fillTemplate('@NODE@ @SCRIPT@', { NODE: '@SCRIPT@ $&', SCRIPT: 'x' })).toBe('@SCRIPT@ $& x');
  });
});

describe('the launcher for Windows', () => {
  const paths = { node: 'C:\\node\\node.exe', script: 'C:\\home (1)\\relay.cjs', home: 'C:\\home (1) & 100%' };

  it('starts Node with the quoted script and home, then the browser’s arguments', () => {
    const lines = launcherText('win32', { ...paths, prepare: 'relay' }).split('\r\n');
    expect(lines).toContain('"%node%" "C:\\home (1)\\relay.cjs" --home "C:\\home (1) & 100%%" %*');
  });

  it('ends every line with a carriage return, which labels of cmd.exe need', () => {
    expect(launcherText('win32', { ...paths, prepare: 'cli' })).not.toMatch(/[^\r]\n/);
  });

  it('changes the code page only for a path outside ASCII', () => {
    const texts = ['C:\\ana', 'C:\\Jürgen'].map(home => launcherText('win32', { ...paths, home, prepare: 'cli' }));
    expect(texts.map(text => text.includes('chcp 65001'))).toEqual([false, true]);
  });
});
