// The walls as arguments and profiles: what bubblewrap and sandbox-exec are told.
import { describe, expect, test } from 'vitest';
import { allowsHost } from '../../../electron/runner/host-patterns.ts';
import { bubblewrapArguments } from '../../../electron/runner/sandbox/bubblewrap.ts';
import { seatbeltProfile } from '../../../electron/runner/sandbox/seatbelt.ts';

const walls = {
  network: 'none',
  hidden: ['/home/ana', '/tmp'],
  visible: [
    { path: '/home/ana/project', from: '/home/ana/project', writable: true },
    { path: '/home/ana', from: '/home/ana', writable: false },
  ],
} as const;
const mutable = {
  network: walls.network,
  port: null,
  devices: [],
  hidden: [...walls.hidden],
  visible: walls.visible.map(entry => ({ ...entry })),
};

const places = { cwd: '/', way: null, descriptors: [] };

describe('bubblewrap', () => {
  test('What is held by a descriptor is mounted by it, at the path where it is seen.', () => {
    const visible = [{ path: '/home/ana/alias', from: '/home/ana/real', writable: true }];
    const args = bubblewrapArguments({ ...mutable, visible }, { ...places, descriptors: [3] });
    expect(args.join(' ')).toContain('--bind-fd 3 /home/ana/alias --chdir');
    expect(bubblewrapArguments({ ...mutable, visible }, places).join(' ')).toContain(
      '--bind /home/ana/real /home/ana/alias --chdir',
    );
  });

  test('The system is read-only, what is hidden is empty, and grants lie on top, outer ones first.', () => {
    const args = bubblewrapArguments(mutable, { ...places, cwd: '/home/ana/project' }).join(' ');
    expect(args).toMatch(
      /--ro-bind \/ \/ --dev \/dev --proc \/proc --tmpfs \/tmp --tmpfs \/home\/ana --ro-bind \/home\/ana \/home\/ana --bind \/home\/ana\/project \/home\/ana\/project --chdir \/home\/ana\/project --$/,
    );
  });

  test('Root keeps no capability, and everything dies with the runner.', () => {
    const args = bubblewrapArguments(mutable, places).join(' ');
    expect(args).toContain('--cap-drop ALL');
    expect(args).toContain('--die-with-parent');
  });

  test.each([
    ['none', true],
    ['hosts', true],
    ['all', false],
  ] as const)('With the network %s it has a network of its own: %s.', (network, own) => {
    expect(bubblewrapArguments({ ...mutable, network }, places).includes('--unshare-net')).toBe(own);
  });

  test('The folder of the way in is writable, and devices are there where they exist.', () => {
    const way = { from: '/tmp/x', to: '/run/pilothouse', writable: true };
    const args = bubblewrapArguments({ ...mutable, devices: ['/dev/dri'] }, { ...places, way }).join(' ');
    expect(args).toContain('--dev /dev --dev-bind-try /dev/dri /dev/dri --proc /proc');
    expect(args).toContain(' --bind /tmp/x /run/pilothouse --chdir /');
  });

  test('The proxy is bound where the server finds it.', () => {
    const args = bubblewrapArguments(mutable, {
      ...places,
      way: { from: '/tmp/x', to: '/run/pilothouse', writable: false },
    }).join(' ');
    expect(args).toContain('--ro-bind /tmp/x /run/pilothouse --chdir /');
  });
});

describe('sandbox-exec', () => {
  test('Later rules loosen earlier ones: hidden, then granted, then the network.', () => {
    expect(seatbeltProfile(mutable, null)).toBe(`(version 1)
(allow default)
(deny file-write*)
(allow file-write* (literal "/dev/null"))
(allow file-write* (literal "/dev/zero"))
(allow file-write* (literal "/dev/tty"))
(deny file-read* file-write* (subpath "/home/ana"))
(deny file-read* file-write* (subpath "/tmp"))
(allow file-read* file-write* (subpath "/home/ana/project"))
(allow file-read* (subpath "/home/ana"))
(deny network*)
`);
  });

  test('With named hosts only the proxy is reached; with the whole network nothing is denied.', () => {
    expect(seatbeltProfile({ ...mutable, network: 'hosts' }, 4321)).toContain(
      '(deny network*)\n(allow network-outbound (remote ip "localhost:4321"))\n',
    );
    expect(seatbeltProfile({ ...mutable, network: 'all' }, null)).not.toContain('network');
  });

  test('The one port that it is reached at is open to it, and no other.', () => {
    const profile = seatbeltProfile({ ...mutable, port: 4321 }, null);
    expect(profile).toContain('(deny network*)\n(allow network-bind network-inbound (local ip "localhost:4321"))\n');
  });

  test('A quote in a path cannot end it.', () => {
    const profile = seatbeltProfile({ network: 'all', port: null, hidden: ['/a")(allow default)'], visible: [] }, null);
    expect(profile).toContain('(subpath "/a\\")(allow default)")');
  });
});

test.each([
  ['api.example.com', 443, true],
  ['API.example.com', 443, true],
  ['api.example.com', 8443, false],
  ['evil.com', 443, false],
  ['a.inner.net', 443, true],
  ['inner.net', 443, false],
  ['localhost', 8080, true],
])('%s:%i is allowed by its pattern: %s', (name, port, allowed) => {
  expect(allowsHost(['api.example.com', '*.inner.net', 'localhost:8080'], name, port, 443)).toBe(allowed);
});
