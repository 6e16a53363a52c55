// What a page is denied (D9 to D11). An EventEmitter stands where Electron's web contents would.
import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { denyLeaving, denyPermissions } from '../../../electron/main/lockdown.ts';
import type { App, Session } from 'electron';

class Contents extends EventEmitter {
  openHandler: ((details: { url: string }) => { action: string }) | undefined;
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  /** Whether Electron would go on. */
  goes(event: string, url: string): boolean {
    let prevented = false;
    this.emit(event, { url, preventDefault: () => (prevented = true) });
    return !prevented;
  }
}

function lockedContents(showHub: (hub: string) => void = () => {}): Contents {
  const app = new EventEmitter();
  denyLeaving(app as unknown as App, showHub);
  const contents = new Contents();
  app.emit('web-contents-created', {}, contents);
  return contents;
}

describe('a page', () => {
  const hostile = ['https://example.com/', 'http://127.0.0.1:80/', 'file:///etc/passwd', 'app://evil/', 'javascript:1'];

  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('stays when %s would take it away', event => {
    const contents = lockedContents();
    expect(hostile.filter(url => contents.goes(event, url))).toEqual([]);
    expect(contents.goes(event, 'app://bundle/')).toBe(true);
  });

  test('embeds no webview, not even of itself', () => {
    expect(lockedContents().goes('will-attach-webview', 'app://bundle/')).toBe(false);
  });

  test('opens no window, not even on itself', () => {
    const { openHandler } = lockedContents();
    const actions = [...hostile, 'app://bundle/'].map(url => openHandler?.({ url }).action);
    expect(new Set(actions)).toEqual(new Set(['deny']));
  });

  test('has the panel of another hub opened by its name, and by nothing that is none', () => {
    const shown: string[] = [];
    const { openHandler } = lockedContents(hub => shown.push(hub));
    const urls = [
      'app://bundle/?hub=jun',
      'app://bundle/?hub=../x',
      'app://evil/?hub=eve',
      'https://example.com/?hub=eve',
    ];
    expect(urls.map(url => openHandler?.({ url }).action)).toEqual(['deny', 'deny', 'deny', 'deny']);
    expect(shown).toEqual(['jun']);
  });
});

describe('a session', () => {
  const permissions = [
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'fullscreen',
    'hid',
    'one-of-tomorrow',
  ];
  const handlers: Record<string, (...args: never[]) => unknown> = {};
  const keep = (name: string) => (handler: (...args: never[]) => unknown) => {
    handlers[name] = handler;
  };
  denyPermissions({
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
    setDisplayMediaRequestHandler: keep('display'),
  } as unknown as Session);
  const call = (name: string, ...args: unknown[]) => handlers[name]?.(...(args as never[]));

  const answersTo = (permission: string, url: string, isMainFrame: boolean) => {
    const details = { requestingUrl: url, isMainFrame };
    const answers: unknown[] = [call('check', null, permission, url, details)];
    call('request', null, permission, (answer: boolean) => answers.push(answer), details);
    return answers;
  };

  test.each(permissions)('grants no %s', permission => {
    expect(answersTo(permission, 'app://bundle/', true)).toEqual([false, false]);
  });

  test('lets the panel alone write plain text to the clipboard, in its own frame', () => {
    const permission = 'clipboard-sanitized-write';
    expect(answersTo(permission, 'app://bundle/', true)).toEqual([true, true]);
    expect(answersTo(permission, 'app://bundle/', false)).toEqual([false, false]);
    expect(answersTo(permission, 'https://example.com/', true)).toEqual([false, false]);
  });

  test('hands out no device and no screen', () => {
    const streams: unknown[] = [];
    call('display', {}, (answer: unknown) => streams.push(answer));
    expect([call('device', {}), streams]).toEqual([false, [{}]]);
  });
});
