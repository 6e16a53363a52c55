// The browser's tools, and what a call of one needs: its scope, and the verb of a refusal.
import { dropsGif } from '../../../contract/gif-drop.ts';
import { fileTools } from './browser-tools-files.ts';
import { hubTools } from './browser-tools-hub.ts';
import { computerVerbs, pageTools } from './browser-tools-page.ts';
import { recordTools } from './browser-tools-record.ts';
import { shortcutTools } from './browser-tools-shortcuts.ts';
import { tabTools } from './browser-tools-tabs.ts';
import { watchTools } from './browser-tools-watch.ts';
import type { Scope } from '../../../contract/permissions.ts';
import type { BrowserTool } from './browser-tool.ts';

export const browserTools: readonly BrowserTool[] = [
  ...tabTools,
  ...pageTools,
  ...watchTools,
  ...fileTools,
  ...hubTools,
  ...shortcutTools,
  ...recordTools,
];

/** The scope a call needs: a screenshot another one than a click, a new tab with an address the one of `navigate`, a GIF for a page that of an upload. */
export function scopeOf(tool: BrowserTool, args: Readonly<Record<string, unknown>>): Scope {
  if (tool.name === 'computer' && (args.action === 'screenshot' || args.action === 'zoom'))
    return 'browser:activeTab.screenshot';
  if (tool.name === 'tabs_context' && args.createIfEmpty === true) return 'browser:tabs.create';
  if (tool.name === 'tabs_create' && args.url !== undefined) return 'browser:navigate';
  if (tool.name === 'gif_creator' && dropsGif(args)) return 'browser:files';
  return tool.scope;
}

/** Whether its `url` is an address that the call opens. */
export function opensAddress(tool: BrowserTool): boolean {
  return tool.name === 'navigate' || tool.name === 'tabs_create';
}

/** The verb of a refusal, as spec 000's real system words it. */
export function verbOf(tool: BrowserTool, args: Readonly<Record<string, unknown>>): string {
  if (tool.name === 'gif_creator' && dropsGif(args)) return 'upload files to';
  if (tool.name !== 'computer') return tool.verb;
  const { action } = args;
  return (typeof action === 'string' && Object.hasOwn(computerVerbs, action) && computerVerbs[action]) || tool.verb;
}
