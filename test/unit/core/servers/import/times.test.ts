// How long servers may take, as the files of apps say it.
import { expect, test } from 'vitest';
import { readPasted } from '../../../../../electron/core/servers/config/read-servers.ts';
import { readCodexFile } from '../../../../../electron/core/servers/import/codex-file.ts';
import { timesIn } from '../../../../../electron/core/servers/import/times.ts';

test.each([
  [
    { startup_timeout_sec: 90, tool_timeout_sec: 45 },
    { startTimeoutMs: 90_000, timeoutMs: 45_000 },
  ],
  [{ startup_timeout_ms: 20_000 }, { startTimeoutMs: 20_000 }],
  [
    { initTimeout: 15_000, timeout: 30_000 },
    { startTimeoutMs: 15_000, timeoutMs: 30_000 },
  ],
  [{ timeout: 60 }, { timeoutMs: 60_000 }],
  [{ timeout: 9e9 }, { timeoutMs: 3_600_000 }],
  [{ timeout: '60', startup_timeout_sec: -1, initTimeout: Number.NaN }, {}],
  ['text', {}],
])('%j', (entry, times) => {
  expect(timesIn(entry)).toEqual(times);
});

test('A file of Codex and a pasted text hand them on.', () => {
  const codex = readCodexFile(
    '[mcp_servers.git]\ncommand = "uvx"\nargs = ["mcp-server-git"]\nstartup_timeout_sec = 120\n',
    null,
  );
  expect(codex[0]?.times).toEqual({ startTimeoutMs: 120_000 });
  const text = JSON.stringify({ mcpServers: { git: { command: 'uvx', args: ['mcp-server-git'], timeout: 600_000 } } });
  expect(readPasted(text, null)[0]?.times).toEqual({ timeoutMs: 600_000 });
});
