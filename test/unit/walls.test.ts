// The walls between the folders hold in the real tree, and the tool that checks them does see TypeScript.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repositoryRoot } from '../support/provided.ts';

interface Cruise {
  readonly modules: readonly { readonly source: string }[];
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

const folders = ['contract', 'words', 'electron', 'native-host', 'renderer', 'resources'];

function cruise(cwd: string): Cruise {
  const program = path.join(repositoryRoot, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [program, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders, '*.mjs', '*.ts'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 1e8 });
  if (!stdout.startsWith('{')) throw new Error(`dependency-cruiser printed no JSON: ${stderr}`);
  return JSON.parse(stdout) as Cruise;
}

test('the real tree keeps every wall, and every TypeScript file was looked at', () => {
  const { modules, summary } = cruise(repositoryRoot);
  expect(summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`)).toEqual([]);
  const seen = new Set(modules.map(({ source }) => source));
  const sources = folders.flatMap(folder => {
    const names = fs.readdirSync(path.join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' });
    return names.filter(name => /\.tsx?$/.test(name)).map(name => path.posix.join(folder, name));
  });
  sources.push(...fs.readdirSync(repositoryRoot).filter(name => /\.(mjs|ts)$/.test(name)));
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.filter(source => !seen.has(source))).toEqual([]);
});

describe('a file that breaks a wall', () => {
  /** Each breaks exactly one rule. */
  const breaks: Record<string, { code: string; rule: string }> = {
    'electron/core/shell.ts': {
      code: "import { app } from 'electron'; export const it = app;",
      rule: 'electron/core stays behind its wall',
    },
    'electron/core/upwards.ts': {
      code: "import { it } from '../main/fine.ts'; export const too = it;",
      rule: 'electron/core stays behind its wall',
    },
    'electron/core/wire/upwards.ts': {
      code: "import type { It } from '../servers/deep/fine.ts'; export type Too = It;",
      rule: "the core's wire knows nothing above it",
    },
    'electron/core/servers/start.ts': {
      code: "import { b } from '../ring-b.ts'; export const it = b;",
      rule: "the core's domain knows nothing above it",
    },
    'electron/core/heap.ts': {
      code: "import { it } from './platform/lean-heap.ts'; export const too = it;",
      rule: 'the heap is set up by whoever owns the process',
    },
    'electron/core/elsewhere/file.ts': {
      code: "import { it } from '../../../contract/fine.ts'; export const too = it;",
      rule: 'every folder of the core has a layer',
    },
    'electron/main/deep.ts': {
      code: "import { it } from '../core/servers/deep/fine.ts'; export const too = it;",
      rule: 'electron/main stays behind its wall',
    },
    'electron/launch/package.ts': {
      code: "import ws from 'ws'; export const it = ws;",
      rule: 'electron/launch stays behind its wall',
    },
    'contract/node.ts': {
      code: "import fs from 'node:fs'; export const it = fs;",
      rule: 'contract does without Node',
    },
    'native-host/framing/upwards.ts': {
      code: "import { it } from '../../contract/fine.ts'; export const too = it;",
      rule: 'native-host/framing stays behind its wall',
    },
    'native-host/relay/package.ts': {
      code: "import { z } from 'zod'; export const it = z;",
      rule: 'native-host/relay stays behind its wall',
    },
    'renderer/value.tsx': {
      code: "import { it } from '../contract/schemas/fine.ts'; export const too = it;",
      rule: 'nobody without zod takes more than types from the schemas',
    },
    'native-host/relay/value.ts': {
      code: "import { it } from '../../contract/schemas/fine.ts'; export const too = it;",
      rule: 'nobody without zod takes more than types from the schemas',
    },
    'contract/value.ts': {
      code: "import { z } from 'zod'; export const it = z;",
      rule: 'nobody without zod takes more than types from the schemas',
    },
    'renderer/core.ts': {
      code: "import type { It } from '../electron/core/servers/deep/fine.ts'; export type Too = It;",
      rule: 'renderer stays behind its wall',
    },
    'renderer/store/words.ts': {
      code: "import { it } from '../words/fine.ts'; export const too = it;",
      rule: "the panel's store knows what is, and nobody words or draws there",
    },
    'renderer/screens/one/other.ts': {
      code: "import { it } from '../two/room/fine.ts'; export const too = it;",
      rule: 'a screen takes nothing from another screen',
    },
    'resources/extension/outside.ts': {
      code: "import type { It } from '../../electron/core/servers/deep/fine.ts'; export type Too = It;",
      rule: 'resources/extension stays behind its wall',
    },
    'words/upwards.ts': {
      code: "import type { It } from '../electron/core/servers/deep/fine.ts'; export type Too = It;",
      rule: 'words stays behind its wall',
    },
    'electron/core/ring-types-a.ts': {
      code: "import type { B } from './ring-types-b.ts'; export type A = B | null;",
      rule: 'no cycles',
    },
    'electron/elsewhere/file.ts': {
      code: "import { it } from '../../contract/fine.ts'; export const too = it;",
      rule: 'every folder has a wall',
    },
    'script.mjs': {
      code: "import { it } from './test/provision/fine.mjs'; export const too = it;",
      rule: 'a script at the top stays behind its wall',
    },
    'electron/core/lost.ts': { code: "import './nowhere.ts';", rule: 'every import is found' },
    'electron/core/ring-a.ts': {
      code: "import { b } from './ring-b.ts'; export const a = () => b;",
      rule: 'no cycles',
    },
  };
  const fine: Record<string, string> = {
    'contract/schemas/fine.ts': 'export const it = 1; export type It = number;',
    'contract/fine.ts': 'export const it = 1; export type It = number;',
    'electron/main/fine.ts': 'export const it = 1;',
    'test/provision/fine.mjs': 'export const it = 1;',
    'electron/core/platform/lean-heap.ts': 'export const it = 1;',
    'electron/core/servers/deep/fine.ts': 'export const it = 1; export type It = number;',
    'electron/core/ring-types-b.ts': "import type { A } from './ring-types-a.ts'; export type B = A[];",
    'electron/core/ring-b.ts': "import { a } from './ring-a.ts'; export const b = () => a;",
    'renderer/words/fine.ts': 'export const it = 1;',
    'renderer/screens/two/room/fine.ts': 'export const it = 1;',
    'renderer/screens/two/fine.ts': "import { it } from './room/fine.ts'; export const too = it;",
    'renderer/fine.ts':
      "import { it } from '../contract/fine.ts'; import type { It } from '../contract/schemas/fine.ts'; export const too: It = it;",
  };
  let folder: string;
  let violations: Cruise['summary']['violations'];

  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pilothouse-walls-'));
    for (const name of ['.dependency-cruiser.cjs', 'package.json']) {
      fs.copyFileSync(path.join(repositoryRoot, name), path.join(folder, name));
    }
    fs.symlinkSync(path.join(repositoryRoot, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
    for (const [name, code] of [
      ...Object.entries(fine),
      ...Object.entries(breaks).map(([n, b]) => [n, b.code] as const),
    ]) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), code);
    }
    violations = cruise(folder).summary.violations;
  });
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

  test.each(Object.entries(breaks))('%s is reported', (name, { rule }) => {
    expect(violations.filter(({ from }) => from === name).map(violation => violation.rule.name)).toContain(rule);
  });

  test.each(['contract/fine.ts', 'electron/main/fine.ts', 'renderer/fine.ts', 'renderer/screens/two/fine.ts'])(
    '%s is not',
    name => {
      expect(violations.filter(({ from }) => from === name)).toEqual([]);
    },
  );
});
