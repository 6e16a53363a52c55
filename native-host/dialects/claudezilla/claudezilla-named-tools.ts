// The hub's browser tools as commands of spec 000's wire: whoever knows them by their names calls them so, also by those of real Claude clients.
import { hubToolName } from '../claude/claude-tools.ts';
import type { ClaudezillaCommand } from './claudezilla-commands.ts';

/** `navigate` is a command of the wire itself, with arguments of its own. */
export const namedTools: ReadonlySet<string> = new Set([
  ...['tabs_context', 'tabs_create', 'tabs_close', 'tabs_context_mcp', 'tabs_create_mcp', 'tabs_close_mcp'],
  ...['read_page', 'get_page_text', 'find', 'form_input', 'computer', 'javascript_tool', 'resize_window'],
  'handle_dialog',
  ...['read_console_messages', 'read_network_requests', 'upload_image', 'file_upload', 'browser_batch'],
  ...['list_connected_browsers', 'select_browser', 'switch_browser', 'permissions_check', 'dev_utils'],
  ...['turn_answer_start', 'turn_answer_complete', 'update_plan'],
  ...['gif_creator', 'shortcuts_list', 'shortcuts_execute'],
]);

/** Null for a name that is no tool's. */
export function namedTool(name: string): ClaudezillaCommand | null {
  return namedTools.has(name) ? { answer: 'named', tool: hubToolName(name) } : null;
}
