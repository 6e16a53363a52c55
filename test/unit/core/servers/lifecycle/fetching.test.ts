// While a package is fetched its server is waited for longer, which ends; and a handshake that does not come says why by what was written.
import { mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HubError } from '../../../../../contract/errors.ts';
import { fetchLine } from '../../../../../electron/core/servers/lifecycle/fetch-lines.ts';
import { FetchWatch } from '../../../../../electron/core/servers/lifecycle/fetch-watch.ts';
import { cacheFolders, cacheTouched } from '../../../../../electron/core/servers/lifecycle/package-caches.ts';
import { whyNoHandshake } from '../../../../../electron/core/servers/lifecycle/why-no-handshake.ts';
import { inEnglish } from '../../../../../words/english.ts';
import type { Reason } from '../../../../../contract/reasons.ts';
import type { ServerPackage } from '../../../../../contract/schemas/servers.ts';

describe('a line of a launcher', () => {
  test.each<[ServerPackage['runner'], string, ReturnType<typeof fetchLine>]>([
    ['npx', 'npm warn exec The following package was not found and will be installed: mcp-x@1.2.3', 'moves'],
    ['npx', 'npm error code E404', null],
    ['npx', 'Secure MCP Filesystem Server running on stdio', null],
    ['uvx', 'Downloading pydantic-core (1.9MiB)', 'begins'],
    ['uvx', ' Downloaded pydantic-core', 'moves'],
    ['uvx', '   Building mcp-server-x @ git+https://example.org/x', 'begins'],
    ['uvx', 'Installed 34 packages in 61ms', 'ends'],
    ['uvx', 'Traceback (most recent call last):', null],
    ['docker', "Unable to find image 'mcp/fetch:latest' locally", 'begins'],
    ['docker', 'latest: Pulling from mcp/fetch', 'begins'],
    ['docker', 'a2318d6c47ec: Pull complete', 'moves'],
    ['docker', 'Status: Downloaded newer image for mcp/fetch:latest', 'ends'],
    ['docker', 'docker: Error response from daemon: no such image', null],
  ])('of %s: %s', (runner, line, what) => {
    expect(fetchLine(runner, line)).toBe(what);
  });
});

let folder = '';
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'pilothouse-cache-'))));
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

describe('the cache of a launcher', () => {
  test.each<[ServerPackage['runner'], Record<string, string>, NodeJS.Platform, string[]]>([
    ['npx', { HOME: '/h' }, 'linux', ['/h/.npm/_npx', '/h/.npm/_cacache']],
    ['npx', { HOME: '/h', npm_config_cache: '/c' }, 'linux', ['/c/_npx', '/c/_cacache']],
    ['uvx', { HOME: '/h' }, 'darwin', ['/h/.cache/uv']],
    ['uvx', { HOME: '/h', XDG_CACHE_HOME: '/x' }, 'linux', ['/x/uv']],
    ['uvx', { UV_CACHE_DIR: '/u' }, 'linux', ['/u']],
    ['docker', { HOME: '/h' }, 'linux', []],
    ['npx', {}, 'linux', []],
  ])('of %s with %o', (runner, env, os, found) => {
    expect(cacheFolders(runner, env, os)).toEqual(found);
  });

  test('tells when something was put into it, two folders deep, and not when a start is logged.', async () => {
    const caches = cacheFolders('npx', { npm_config_cache: folder }, 'linux');
    mkdirSync(join(folder, '_npx', 'abc'), { recursive: true });
    const past = new Date('2020-01-01');
    for (const path of ['_npx/abc', '_npx', '.']) utimesSync(join(folder, path), past, past);
    mkdirSync(join(folder, '_logs'));
    expect(await cacheTouched(caches)).toBe(past.getTime());
    const later = new Date('2021-01-01');
    mkdirSync(join(folder, '_npx', 'abc', 'node_modules'));
    utimesSync(join(folder, '_npx', 'abc', 'node_modules'), later, later);
    utimesSync(join(folder, '_npx', 'abc'), past, past);
    expect(await cacheTouched(caches)).toBe(later.getTime());
    expect(await cacheTouched([join(folder, 'none')])).toBe(0);
  });
});

describe('FetchWatch', () => {
  const watching = (runner: ServerPackage['runner'] = 'docker') => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    const told: (string | null)[] = [];
    let moves = 0;
    const watch = new FetchWatch({
      package: { runner, name: 'mcp/fetch', version: null, warning: null },
      env: {},
      os: 'linux',
      everyMs: 1_000,
      mostMs: 60_000,
      mask: text => text.replace('s3cret', '••••'),
      onMoves: () => (moves += 1),
      onProgress: (reason: Reason | null) => told.push(reason && inEnglish(reason)),
    });
    return { watch, told, moves: () => moves, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
  };

  test('A fetch that was begun is waited for in silence until it ends, and then it is over.', async () => {
    const { watch, told, moves, pass } = watching();
    await pass(2_000);
    expect([moves(), told]).toEqual([0, []]);
    watch.wrote("Unable to find image 'mcp/fetch:latest' locally s3cret");
    await pass(5_000);
    expect(moves()).toBe(5);
    expect(told.at(-1)).toBe("Docker is fetching mcp/fetch: Unable to find image 'mcp/fetch:latest' locally ••••.");
    watch.wrote('Status: Downloaded newer image for mcp/fetch:latest');
    await pass(10_000);
    expect([moves(), told.at(-1)]).toEqual([6, null]);
    watch.stop();
  });

  test('What looks like a fetch after its end is the server’s own.', async () => {
    const { watch, told, moves, pass } = watching('uvx');
    watch.wrote('Installed 34 packages in 61ms');
    await pass(1_000);
    watch.wrote('Resolved 3 hosts');
    watch.wrote('Downloading models');
    await pass(10_000);
    expect([moves(), told.length, told.at(-1)]).toEqual([1, 2, null]);
    watch.stop();
  });

  test('However long a fetch lasts, its bound holds, also where the clock is set back.', async () => {
    const { watch, moves, told, pass } = watching();
    vi.setSystemTime('2001-01-01');
    watch.wrote('latest: Pulling from mcp/fetch');
    await pass(600_000);
    expect([moves(), told.at(-1)]).toEqual([60, null]);
  });

  test('Nothing is told after a stop.', async () => {
    const { watch, told, pass } = watching('uvx');
    watch.wrote('Downloading torch (700MiB)');
    watch.stop();
    await pass(5_000);
    expect(told).toEqual([]);
  });
});

describe('why a server is not met', () => {
  const late = new HubError('ERR_TOOL_TIMEOUT', 'no answer');
  const why = (wrote: readonly string[], error: unknown = late) => inEnglish(whyNoHandshake(error, wrote, 5_040));

  test('What it wrote tells, where that is known.', () => {
    expect(why(['Error: listen EADDRINUSE: address already in use :::8080'])).toMatch(
      /^It did not answer the handshake in 5 s: .*8080.*\.$/,
    );
  });

  test('Else its last words do, and silence leaves the time and the log.', () => {
    expect(why(['Waiting for the license server.'])).toBe(
      'It did not answer the handshake in 5 s; it wrote: Waiting for the license server.',
    );
    expect(why([])).toBe(
      'It did not answer the handshake in 5 s, and wrote nothing that says why; give it more time under Config, or look at its log.',
    );
  });

  test('What is no matter of time is told as it is.', () => {
    expect(why(['lines'], new HubError('ERR_SERVER_UNAVAILABLE', 'another version'))).toBe(
      'Its handshake failed: another version.',
    );
  });
});
