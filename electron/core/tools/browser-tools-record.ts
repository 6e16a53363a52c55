// The browser's tool that records what is done in a tab: name and schema of spec 004's real client.
import { type BrowserTool, tabId, timeout } from './browser-tool.ts';

export const recordTools: readonly BrowserTool[] = [
  {
    name: 'gif_creator',
    title: 'Record a GIF',
    description: 'Records a tab, a frame per act, and exports a GIF.',
    scope: 'browser:activeTab.screenshot',
    needsTab: true,
    verb: 'record',
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['start_recording', 'stop_recording', 'export', 'clear'] },
        download: { type: 'boolean', description: 'Save it in the browser instead.' },
        filename: { type: 'string' },
        options: {
          type: 'object',
          description:
            'quality, 1 (best) to 30; false for showClickIndicators, showDragPaths, showActionLabels, showProgressBar or showWatermark.',
        },
        tabId,
        timeout,
      },
      required: ['action'],
    },
  },
];
