// Tells a suite whether the real program it needs is here, and skips it with the reason where it is not.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';

export const repositoryRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Real agents, by their rows in the table of agents. */
export type RealAgentId =
  | 'claude-code'
  | 'codex'
  | 'gemini-cli'
  | 'qwen-code'
  | 'opencode'
  | 'continue'
  | 'amp'
  | 'copilot-cli';

type Need =
  | RealAgentId
  | 'chromium'
  | 'firefox'
  | 'electron'
  | 'display'
  | 'bubblewrap'
  | 'message bus'
  | 'nats'
  | 'session-bus'
  | 'busctl'
  | 'tray'
  | 'notifications'
  | 'keyring'
  | 'window manager';
type Finding = { readonly path: string } | { readonly reason: string };

let findings: Record<Need, Finding> | undefined;

/** Found by test/run.mjs, or looked for now when vitest was started by hand. */
function findingOf(need: Need): Finding {
  findings ??= JSON.parse(
    process.env['PILOTHOUSE_TEST_PROVIDED'] ??
      execFileSync(process.execPath, [path.join(repositoryRoot, 'test/provision/find.mjs')], { encoding: 'utf8' }),
  ) as Record<Need, Finding>;
  return findings[need];
}

/** The path of a provided program; throws its reason where it is missing. */
export function providedPath(need: Need): string {
  const finding = findingOf(need);
  if ('reason' in finding) throw new Error(finding.reason);
  return finding.path;
}

/** A suite that needs these programs; without one of them it is skipped and its title says why. */
export function describeWith(needs: readonly Need[], title: string, suite: () => void): void {
  for (const need of needs) {
    const finding = findingOf(need);
    if ('reason' in finding) {
      describe.skip(`${title} (skipped: ${finding.reason})`, suite);
      return;
    }
  }
  describe(title, suite);
}
