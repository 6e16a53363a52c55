// What shells complete: the script for bash in a real bash, the others where they are installed, all from the tree of commands.
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { buildCommandTree } from '../../../electron/headless/command-tree.ts';
import { completionScript } from '../../../electron/headless/completion.ts';
import { treeFacts } from '../../../electron/headless/tree-facts.ts';

const facts = treeFacts((await buildCommandTree(['completion'])).program);
const scriptFor = (shell: 'bash' | 'zsh' | 'fish') => completionScript(shell, facts).join('\n');
const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

for (const shell of ['bash', 'zsh', 'fish'])
  if (!has(shell)) process.stderr.write(`${shell} is not installed: what it completes is not tested here\n`);

/** What bash offers behind these words, the last of which is still being written. */
function inBash(...words: string[]): string[] {
  const ask = `COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pilothouse; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ['--norc', '-c', `${scriptFor('bash')}\n${ask}`, 'bash', 'pilothouse', ...words];
  return execFileSync('bash', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

describe.runIf(has('bash'))('bash', () => {
  test('offers commands, and behind them theirs, with their options', () => {
    expect(inBash('se')).toEqual(['serve', 'servers', 'secrets']);
    expect(inBash('servers', 'a')).toEqual(['add', 'approve']);
    expect(inBash('servers', 'logs', '--f')).toEqual(['--follow']);
    expect(inBash('--home', '/somewhere', 'servers', 'logs', 'files', '--te')).toEqual(['--text']);
    expect(inBash('mode', 'r')).toEqual(['running', 'read-only']);
    expect(inBash('completion', '')).toEqual(['bash', 'zsh', 'fish', '--help']);
  });

  test('offers nothing of its own where a name or a file is meant, so that bash offers files', () => {
    expect(inBash('servers', 'add', '--file', './')).toEqual([]);
  });

  test('offers what is for other programs alone to nobody', () => {
    expect(inBash('rel')).toEqual([]);
  });
});

/** What zsh is given to offer behind these words; which of it fits what is being written, zsh decides itself. */
function inZsh(...words: string[]): string[] {
  const stubs = `compdef() { :; }; _describe() { print -rl -- "\${(@P)4}"; }; _files() { :; }`;
  const ask = `words=("$@"); CURRENT=$#; _pilothouse`;
  const args = ['-f', '-c', `${stubs}\n${scriptFor('zsh')}\n${ask}`, 'zsh', 'pilothouse', ...words];
  return execFileSync('zsh', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
}

describe.runIf(has('zsh'))('zsh', () => {
  test('takes the script', () => {
    expect(spawnSync('zsh', ['-f', '-n', '-c', scriptFor('zsh')]).status).toBe(0);
  });

  test('is given commands, and behind them theirs, each with what it does', () => {
    const namesOf = (...words: string[]) => inZsh(...words).map(line => line.split(':')[0]);
    expect(namesOf('')).toEqual(expect.arrayContaining(['serve', 'servers', '--version']));
    expect(namesOf('')).not.toContain('relay');
    expect(namesOf('--home', '/somewhere', 'servers', 'logs', 'files', '')).toContain('--text');
    expect(namesOf('completion', '')).toEqual(['bash', 'zsh', 'fish', '--help']);
    expect(inZsh('servers', 'a')).toContain('start:start a server');
    expect(inZsh('clients', '')).toContain(
      "connect:write the entry into the agent's file, after a confirmation in the panel",
    );
  });
});

test.runIf(has('fish'))('fish offers the same', () => {
  const script = `${scriptFor('fish')}\ncomplete -C 'pilothouse servers a'`;
  const offered = execFileSync('fish', ['--no-config', '-c', script], { encoding: 'utf8' });
  expect(offered.split('\n').map(line => line.split('\t')[0])).toEqual(['add', 'approve', '']);
});

test('Every command stands in every script.', () => {
  for (const shell of ['bash', 'zsh', 'fish'] as const)
    for (const { path } of facts) expect(scriptFor(shell)).toContain(path.replaceAll(' ', '/'));
});
