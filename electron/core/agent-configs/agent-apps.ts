// The table of agents: each program with its row, in the order in which they are shown.
import { amp } from './apps/amp.ts';
import { claudeCode } from './apps/claude-code.ts';
import { claudeDesktop } from './apps/claude-desktop.ts';
import { cline } from './apps/cline.ts';
import { codex } from './apps/codex.ts';
import { continueDev } from './apps/continue.ts';
import { copilotCli } from './apps/copilot-cli.ts';
import { cursor } from './apps/cursor.ts';
import { geminiCli } from './apps/gemini-cli.ts';
import { goose } from './apps/goose.ts';
import { jetbrainsAi, junie } from './apps/jetbrains.ts';
import { lmStudio } from './apps/lm-studio.ts';
import { opencode } from './apps/opencode.ts';
import { qwenCode } from './apps/qwen-code.ts';
import { rooCode } from './apps/roo-code.ts';
import { vscode, vscodeInsiders, vscodium } from './apps/vscode.ts';
import { warp } from './apps/warp.ts';
import { windsurf } from './apps/windsurf.ts';
import { zed } from './apps/zed.ts';
import type { AgentApp } from './agent-app.ts';

export const agentApps: readonly AgentApp[] = [
  claudeCode,
  claudeDesktop,
  codex,
  cursor,
  vscode,
  vscodeInsiders,
  vscodium,
  windsurf,
  zed,
  geminiCli,
  qwenCode,
  cline,
  rooCode,
  continueDev,
  goose,
  opencode,
  copilotCli,
  junie,
  jetbrainsAi,
  amp,
  warp,
  lmStudio,
];
