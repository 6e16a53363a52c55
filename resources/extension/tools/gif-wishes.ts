// What is wished for in a call of gif_creator; what is not honoured is named.
import { dropsGif } from '../../../contract/gif-drop.ts';
import { ToolError } from '../tool-error.ts';
import { readPoint } from './aim-names.ts';
import { type Arguments, readNumber, readString } from './tool.ts';
import type { Overlays } from './draw-steps.ts';
import type { Point } from './page-input.ts';

export interface Wishes {
  readonly overlays: Overlays;
  /** 1 to 30: of how many pixels one is looked at for the palette, as gif.js counts. */
  readonly quality: number;
  readonly download: boolean;
  /** Where on the page it is dropped; null where it is not. */
  readonly place: Point | null;
  readonly filename: string | null;
  /** A sentence that names what this call does not honour; '' where it honours everything. */
  readonly unused: string;
}

const usualQuality = 10;
const ofExport = new Set(['download', 'filename', 'coordinate', 'options']);
const overlayNames: ReadonlySet<string> = new Set<keyof Overlays>([
  ...(['showClickIndicators', 'showDragPaths', 'showActionLabels', 'showProgressBar', 'showWatermark'] as const),
]);

/** Throws ERR_INVALID_ARGUMENTS for a value that cannot be meant. */
export function readWishes(args: Arguments): Wishes {
  const options = readOptions(args);
  const place = dropsGif(args) ? readPoint(args, 'coordinate') : null;
  const download = readFlag(args, 'download', false);
  const shows = (name: keyof Overlays) => readFlag(options, name, true);
  return {
    overlays: {
      showClickIndicators: shows('showClickIndicators'),
      showDragPaths: shows('showDragPaths'),
      showActionLabels: shows('showActionLabels'),
      showProgressBar: shows('showProgressBar'),
      showWatermark: shows('showWatermark'),
    },
    quality: Math.round(readNumber(options, 'quality', usualQuality, 1, 30)),
    download,
    place,
    filename: readString(args, 'filename'),
    unused: unusedIn(args, options, download || place !== null),
  };
}

function unusedIn(args: Arguments, options: Arguments, isFile: boolean): string {
  const isUsed = (name: string) =>
    args.action === 'export' && (name !== 'filename' || isFile || args.filename === null);
  const unknown = Object.keys(options).filter(name => name !== 'quality' && !overlayNames.has(name));
  const unused = [
    ...Object.keys(args).filter(name => ofExport.has(name) && !isUsed(name)),
    ...(isUsed('options') ? unknown.map(name => `options.${name}`) : []),
  ].map(name => JSON.stringify(name.slice(0, 50)));
  return unused.length > 0 ? `Not honoured here: ${unused.slice(0, 10).join(', ')}.` : '';
}

function readOptions({ options }: Arguments): Arguments {
  if (options === undefined || options === null) return {};
  if (typeof options === 'object' && !Array.isArray(options)) return options as Arguments;
  throw new ToolError('ERR_INVALID_ARGUMENTS', `options is ${JSON.stringify(options)}; send an object.`);
}

function readFlag(args: Arguments, name: string, fallback: boolean): boolean {
  const value = args[name] ?? fallback;
  if (typeof value === 'boolean') return value;
  throw new ToolError('ERR_INVALID_ARGUMENTS', `${name} is ${JSON.stringify(value)}; send true or false.`);
}
