// Who counts as the panel: the check on every IPC message (C2, D5).
import { describe, expect, test } from 'vitest';
import { isPanelUrl, isTrustedSender, panelUrl } from '../../../electron/main/panel-address.ts';

describe('isPanelUrl', () => {
  test.each([panelUrl, 'app://bundle/index.html', 'app://bundle/#/traces', 'app://bundle/assets/a.js?x=1'])(
    'takes %s',
    url => {
      expect(isPanelUrl(url)).toBe(true);
    },
  );

  test.each([
    '',
    'about:blank',
    'app://evil/',
    'app://bundle.evil/',
    'app://evil/bundle/',
    'app://user@bundle/',
    'app://bundle:80/',
    'app:bundle/',
    'file:///usr/share/index.html',
    'https://bundle/',
    'http://127.0.0.1:3456/',
    'data:text/html,app://bundle/',
    'chrome-extension://bundle/',
  ])('refuses %j', url => {
    expect(isPanelUrl(url)).toBe(false);
  });
});

describe('isTrustedSender', () => {
  test.each([
    ['the panel in its own frame', { url: panelUrl, isMainFrame: true }, true],
    ['a frame inside the panel', { url: panelUrl, isMainFrame: false }, false],
    ['another page in the main frame', { url: 'https://example.com/', isMainFrame: true }, false],
    ['a frame that is gone', null, false],
  ])('%s', (_, frame, trusted) => {
    expect(isTrustedSender(frame)).toBe(trusted);
  });
});
