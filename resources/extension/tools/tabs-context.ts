// tabs_context: every tab of the profile, as JSON. Which of them an agent may see is the hub's matter.
import { listTabs } from '../tabs-report.ts';
import { type Tool, textResult } from './tool.ts';

export const tabsContext: Tool = async () => {
  const availableTabs = (await listTabs()).map(({ tabId, title, url }) => ({ tabId, title, url }));
  return textResult(JSON.stringify({ availableTabs }));
};
