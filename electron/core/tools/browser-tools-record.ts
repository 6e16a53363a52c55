// The browser's tool that records what is done in a tab: name and schema of spec 004's real client.
import { type BrowserTool, point, tabId, timeout } from './browser-tool.ts';

export const recordTools: readonly BrowserTool[] = [
  {
    name: 'gif_creator',
    title: 'Record a GIF',
    description: 'Records a tab, a frame per act, as a GIF.',
    scope: 'browser:activeTab.screenshot',
    needsTab: true,
    mayAct: true,
    verb: 'record',
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['start_recording', 'stop_recording', 'export', 'clear'] },
        download: { type: 'boolean', description: 'Save it as a file.' },
        filename: { type: 'string' },
        coordinate: { ...point, description: 'Drop it there.' },
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
