// The table of agents: each program with its row.
import { claudeCode } from './apps/claude-code.ts';
import { codex } from './apps/codex.ts';
import { goose } from './apps/goose.ts';
import type { AgentApp } from './agent-app.ts';

export const agentApps: readonly AgentApp[] = [claudeCode, codex, goose];
