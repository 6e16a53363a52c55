// What the `allow` attribute of a frame's element says of the Web Agent API, read as Permissions Policy has it.
import { expect, test } from 'vitest';
import { allowsFrame } from '../../../../../resources/extension/web-agent/frame-policy.ts';

const around = 'https://page.example';
const widget = 'https://widget.example';
const src = `${widget}/start`;

test.each([
  ['web-agent', widget],
  ['WEB-AGENT *', widget],
  ["camera; web-agent 'src' ;microphone", widget],
  ['web-agent *', 'https://elsewhere.example'],
  ["web-agent 'self'", around],
  ["web-agent 'none' https://widget.example", widget],
  ['web-agent https://widget.example/', widget],
])('allow="%s" lets %s', (allow, origin) => {
  expect(allowsFrame({ allow, src, around, origin })).toBe(true);
});

test.each([
  ['', widget],
  ['camera', widget],
  ['web-agents *', widget],
  ['x web-agent *', widget],
  ['web-agent', 'https://elsewhere.example'],
  ['web-agent', around],
  ["web-agent 'self'", widget],
  ["web-agent 'none'", widget],
  ["web-agent 'none'; web-agent *", widget],
  ['web-agent http://widget.example', widget],
  ['web-agent https://widget.example:8443', widget],
  ['web-agent widget.example', widget],
  ['web-agent *', 'null'],
  ['web-agent *', 'file://'],
  ['web-agent *', ''],
])('allow="%s" does not let %s', (allow, origin) => {
  expect(allowsFrame({ allow, src, around, origin })).toBe(false);
});

test('without an address of its own a frame has none that it could be let for', () => {
  expect(allowsFrame({ allow: 'web-agent', src: '', around, origin: around })).toBe(false);
});
