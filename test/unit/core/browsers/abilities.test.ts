// What each kind of extension cannot do, held against what says so itself: the companion's table of tools, and the dialect of spec 000.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { canDo } from '../../../../electron/core/browsers/abilities.ts';
import { isListed } from '../../../../electron/core/tools/browser-offer.ts';
import { browserTools } from '../../../../electron/core/tools/browser-tools.ts';
import { hubToolName } from '../../../../native-host/dialects/claude/claude-tools.ts';
import { claudezillaCommand } from '../../../../native-host/dialects/claudezilla/claudezilla-extension-commands.ts';
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

/** What real clients of that extension list, in their newest generation, but for what the hub carries out itself. */
const ofNewestClients = [
  ...['tabs_context_mcp', 'tabs_create_mcp', 'tabs_close_mcp', 'navigate', 'resize_window'],
  ...['read_page', 'get_page_text', 'find', 'form_input', 'computer', 'javascript_tool'],
  ...['read_console_messages', 'read_network_requests', 'upload_image', 'file_upload', 'gif_creator'],
];
/** These too, in the generation before: the extension has shortcuts of its own beside those of the hub. */
const ofOlderClients = ['shortcuts_list', 'shortcuts_execute'];

test('An extension of spec 001 does what its own clients list.', () => {
  const browser = buildBrowser({ extensionId: 'fcoeoabgfenejglbffodgkkbkcdhcgfn' });
  expect(ableOf(browser).toSorted()).toEqual(ofNewestClients.map(hubToolName).toSorted());
  expect(ofOlderClients.filter(tool => canDo(browser, tool))).toEqual(ofOlderClients);
  expect(canDo(browser, 'handle_dialog')).toBe(false);
});

test('What it cannot do is not listed where it is the only one; what the hub carries out is.', () => {
  const browser = buildBrowser({ extensionId: 'fcoeoabgfenejglbffodgkkbkcdhcgfn' });
  const offer = { can: (tool: string) => canDo(browser, tool), several: false };
  const listed = browserTools.filter(tool => isListed(tool, offer, 'spec-004')).map(({ name }) => name);
  expect(listed).toEqual(expect.arrayContaining(['browser_batch', 'update_plan', 'file_upload']));
  expect(listed).not.toContain('handle_dialog');
});
