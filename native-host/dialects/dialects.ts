// The table of wire dialects: what an agent and an extension speak on each wire. Each connection gets an object of its own.
import { ClaudeBridge } from './claude-bridge.ts';
import { ClaudeFrames } from './claude-frames.ts';
import { ClaudeFramesExtension } from './claude-frames-extension.ts';
import { createClaudezillaDialect } from './claudezilla.ts';
import { createClaudezillaExtensionDialect } from './claudezilla-extension.ts';
import type { ClaudeClock } from './claude-frames.ts';

export const dialects = {
  'claude-frames': {
    agent: (clock: ClaudeClock) => new ClaudeFrames(clock),
    extension: (clock: ClaudeClock) => new ClaudeFramesExtension(clock),
  },
  'claude-bridge': { agent: () => new ClaudeBridge() },
  claudezilla: { agent: createClaudezillaDialect, extension: () => createClaudezillaExtensionDialect() },
} as const;
