// What each kind of extension cannot do, held against what says so itself: the companion's table of tools, and the dialect of spec 000.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { canDo } from '../../../../electron/core/browsers/abilities.ts';
import { browserTools } from '../../../../electron/core/tools/browser-tools.ts';
import { claudezillaCommand } from '../../../../native-host/dialects/claudezilla-extension-commands.ts';
import { buildBrowser } from '../../../support/hub-fixtures.ts';
import { repositoryRoot } from '../../../support/provided.ts';

const tools = browserTools.filter(({ byHub }) => !byHub).map(({ name }) => name);
const ableOf = (browser: Parameters<typeof canDo>[0]) => tools.filter(tool => canDo(browser, tool));

test('The companion in Chromium does what its table of tools has.', () => {
  const source = readFileSync(path.join(repositoryRoot, 'resources/extension/tools/call-tool.ts'), 'utf8');
  const tables = /const tabTools[^{]*\{([^}]*)\}[\s\S]*?const browserTools[^{]*\{([^}]*)\}/.exec(source) ?? [];
  const names = [
    ...tables
      .slice(1)
      .join()
      .matchAll(/^\s*([a-z_]+)(?::|,)|\b(tabs_[a-z]+):/gm),
  ];
  const known = new Set(names.map(([, one, other]) => one ?? other));
  expect(ableOf(buildBrowser()).toSorted()).toEqual(tools.filter(tool => known.has(tool)).toSorted());
});

test('In Firefox it has no dialog to answer.', () => {
  const inChromium = ableOf(buildBrowser());
  const inFirefox = ableOf(buildBrowser({ family: 'firefox' }));
  expect(inChromium.filter(tool => !inFirefox.includes(tool))).toEqual(['handle_dialog']);
});

test('An extension of spec 000 does what its dialect has a command for.', () => {
  const args = { action: 'screenshot', selector: 'a', value: 'x', url: 'https://example.com', text: 'x' };
  const mapped = tools.filter(tool => claudezillaCommand(tool, args) !== tool);
  expect(ableOf(buildBrowser({ extensionId: 'claudezilla@boot.industries', family: 'firefox' }))).toEqual(mapped);
});

test('An extension of spec 001 says itself what its version lacks.', () => {
  expect(ableOf(buildBrowser({ extensionId: 'fcoeoabgfenejglbffodgkkbkcdhcgfn' }))).toEqual(tools);
});
