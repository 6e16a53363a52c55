// The browser's tool that records what is done in a tab: name and schema of spec 004's real client.
import { type BrowserTool, tabId, timeout } from './browser-tool.ts';

const flag = { type: 'boolean' };

export const recordTools: readonly BrowserTool[] = [
  {
    listed: 'spec-004',
    name: 'gif_creator',
    title: 'Record a GIF',
    description:
      'Records a tab, a frame after each call that acts in it, and exports that as an animated GIF. It is kept for you while the tab is yours.',
    scope: 'browser:activeTab.screenshot',
    needsTab: true,
    verb: 'record',
    inputSchema: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['start_recording', 'stop_recording', 'export', 'clear'] },
        download: {
          type: 'boolean',
          description: 'With export: save it in the browser, in place of an answer with it.',
        },
        filename: { type: 'string', description: 'With download.' },
        options: {
          type: 'object',
          description: 'With export; what is shown is shown by default.',
          properties: {
            showClickIndicators: flag,
            showDragPaths: flag,
            showActionLabels: flag,
            showProgressBar: flag,
            showWatermark: flag,
            quality: { type: 'number', description: '1 (best colours, slower) to 30, default 10.' },
          },
        },
        tabId,
        timeout,
      },
      required: ['action'],
    },
  },
];
