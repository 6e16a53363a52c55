// tabs_close: closes a tab, and answers once it is gone.
import { ToolError } from '../tool-error.ts';
import { type Tool, textResult } from './tool.ts';

export const tabsClose: Tool = async (_args, { tabId, signal }) => {
  signal.throwIfAborted();
  await chrome.tabs.remove(tabId);
  // A page may ask the user to stay; then the tab is still there.
  if (await chrome.tabs.get(tabId).catch(() => null))
    throw new ToolError(
      'ERR_TOOL_FAILED',
      `Tab ${tabId} did not close; its page may ask the user whether to leave it.`,
    );
  return textResult(`Closed tab ${tabId}.`);
};
