// The table of wire dialects: what an agent and an extension speak on each wire. Each connection gets an object of its own.
import { ClaudeBridge } from './claude/claude-bridge.ts';
import { ClaudeFrames } from './claude/claude-frames.ts';
import { ClaudeFramesExtension } from './claude/claude-frames-extension.ts';
import { createClaudezillaDialect } from './claudezilla/claudezilla.ts';
import { ClaudezillaExtension } from './claudezilla/claudezilla-extension.ts';
import { HarborA } from './harbor/harbor-a.ts';
import { HarborB } from './harbor/harbor-b.ts';
import { decodeJsonRpc, encodeJsonRpc } from './json-rpc.ts';
import type { ClaudeClock } from './claude/claude-status.ts';

/** MCP's own form, which our extension speaks too; it keeps nothing, so one object serves all. */
const jsonRpc = { decode: decodeJsonRpc, encode: encodeJsonRpc };

export const dialects = {
  pilothouse: { agent: () => jsonRpc, extension: () => jsonRpc },
  'claude-frames': {
    agent: (clock: ClaudeClock) => new ClaudeFrames(clock),
    extension: (clock: ClaudeClock) => new ClaudeFramesExtension(clock),
  },
  'claude-bridge': { agent: () => new ClaudeBridge() },
  claudezilla: { agent: createClaudezillaDialect, extension: () => new ClaudezillaExtension() },
  'harbor-a': { extension: () => new HarborA() },
  'harbor-b': { extension: () => new HarborB() },
} as const;
