// The browser's tools that hand pictures and files to pages: names and schemas of spec 004 and of real clients.
import { type BrowserTool, point, ref, selector, tabId } from './browser-tool.ts';

const place = { ...point, description: 'Where to drop it, in place of a ref: x and y in CSS pixels.' };

export const fileTools: readonly BrowserTool[] = [
  {
    name: 'upload_image',
    title: 'Upload a picture',
    description: 'Hands a screenshot, or a picture sent along, to a file field or drops it on an element.',
    scope: 'browser:files',
    needsTab: true,
    verb: 'upload files to',
    inputSchema: {
      type: 'object',
      properties: {
        imageId: { type: 'string', description: 'From the answer of a screenshot or zoom.' },
        data: { type: 'string', description: 'A picture as base64, in place of an imageId.' },
        mimeType: { type: 'string', description: 'Of data. Default image/png.' },
        filename: { type: 'string', description: 'The name that the page sees.' },
        ref,
        selector,
        coordinate: place,
        tabId,
      },
      required: [],
    },
  },
  {
    name: 'file_upload',
    title: 'Upload files',
    description: 'Hands files of this machine to a file field or drops them on an element. Hidden files are refused.',
    scope: 'browser:files',
    needsTab: true,
    verb: 'upload files to',
    inputSchema: {
      type: 'object',
      properties: {
        paths: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 20, description: 'Absolute paths.' },
        ref,
        selector,
        coordinate: place,
        tabId,
      },
      required: ['paths'],
    },
  },
];
