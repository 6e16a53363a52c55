// The browser's tools that hand pictures and files to pages: names and schemas of spec 004 and of real clients.
import { type BrowserTool, point, ref, selector, tabId, timeout } from './browser-tool.ts';

const place = { ...point, description: 'Where to drop it, in place of a ref: x, y.' };

export const fileTools: readonly BrowserTool[] = [
  {
    name: 'upload_image',
    title: 'Upload a picture',
    description: 'Hands a screenshot, or a picture sent along, to a file field, or drops it on an element.',
    scope: 'browser:files',
    needsTab: true,
    verb: 'upload files to',
    inputSchema: {
      type: 'object',
      properties: {
        imageId: { type: 'string', description: 'Of a screenshot or zoom.' },
        data: { type: 'string', description: 'Base64, in place of an imageId.' },
        mimeType: { type: 'string', description: 'Of data, default image/png.' },
        filename: { type: 'string', description: 'That the page sees.' },
        ref,
        selector,
        selector_timeout: { type: 'number' },
        coordinate: place,
        tabId,
        timeout,
      },
    },
  },
  {
    name: 'file_upload',
    title: 'Upload files',
    description: 'Hands files of this machine to a file field, or drops them on an element. Not hidden ones.',
    scope: 'browser:files',
    needsTab: true,
    verb: 'upload files to',
    inputSchema: {
      type: 'object',
      properties: {
        paths: { type: 'array', items: { type: 'string' }, description: 'Absolute, 1 to 20.' },
        ref,
        selector,
        selector_timeout: { type: 'number' },
        coordinate: place,
        tabId,
        timeout,
      },
      required: ['paths'],
    },
  },
];
