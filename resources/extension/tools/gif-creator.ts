// gif_creator: records what an agent does in a tab, a frame for each act, and makes an animated GIF of it.
import { ToolError } from '../tool-error.ts';
import { toBase64 } from './base64.ts';
import { counted } from './deed.ts';
import { exportGif, type Gif } from './export-gif.ts';
import { readWishes } from './gif-wishes.ts';
import { recordFrame } from './record-frame.ts';
import { beginRecording, forgetRecording, maxFrames, type Recording, recordingOf } from './recordings.ts';
import { gifName, saveGif } from './save-gif.ts';
import { type Arguments, readString, type Tool, type ToolContext, type ToolResult, textResult } from './tool.ts';
import { handOver } from './upload.ts';
import type { Point } from './page-input.ts';

/** What models take as one picture ends near 5 MB of base64. */
const maxShownBytes = 3_500_000;
const maxSavedBytes = 16_000_000;
/** What stands around the picture in an answer. */
const restBytes = 12_000;

const look = { label: '', points: [] };

const actions: Readonly<Record<string, Tool>> = { start_recording: start, stop_recording: stop, export: give, clear };

export const gifCreator: Tool = async (args, context) => {
  const name = readString(args, 'action') ?? '';
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action) return action(args, context);
  const known = Object.keys(actions).join(', ');
  throw new ToolError('ERR_INVALID_ARGUMENTS', `action is ${JSON.stringify(name)}; send one of ${known}.`);
};

async function start(args: Arguments, context: ToolContext): Promise<ToolResult> {
  const { tabId, keptFor } = context;
  const { unused } = readWishes(args);
  const before = recordingOf(tabId, keptFor, true);
  const recording = beginRecording(tabId, keptFor);
  const missing = await recordFrame(context, recording, look);
  return said(
    `Recording tab ${tabId}: one frame now, and one after each call that acts in it; the newest ${maxFrames} are kept.`,
    before && before.frames.length > 0
      ? `The recording before, of ${counted(before.frames.length, 'frame')}, was forgotten.`
      : '',
    missing === 'hidden'
      ? 'What the tab shows now has no frame: a picture of it is not allowed without a question.'
      : '',
    missing === 'failed' ? 'What the tab shows now has no frame: it gave no picture.' : '',
    unused,
  );
}

async function stop(args: Arguments, context: ToolContext): Promise<ToolResult> {
  const { unused } = readWishes(args);
  const recording = expectRecording(context);
  if (!recording.isRunning) return said(`The recording of tab ${context.tabId} was stopped already.`, unused);
  // What the last act came to may have taken longer than its call.
  await recordFrame(context, recording, look);
  recording.isRunning = false;
  const frames = counted(recording.frames.length, 'frame');
  return said(`Stopped recording tab ${context.tabId}: ${frames}.`, ...missed(recording), unused);
}

async function clear(args: Arguments, { tabId, keptFor }: ToolContext): Promise<ToolResult> {
  const { unused } = readWishes(args);
  const recording = recordingOf(tabId, keptFor, true);
  forgetRecording(tabId);
  if (!recording) return said(`There was no recording of tab ${tabId} to clear.`, unused);
  return said(`Cleared the recording of tab ${tabId}, of ${counted(recording.frames.length, 'frame')}.`, unused);
}

async function give(args: Arguments, context: ToolContext): Promise<ToolResult> {
  const { overlays, quality, download, place, filename, unused } = readWishes(args);
  const recording = expectRecording(context);
  if (recording.frames.length === 0)
    throw new ToolError('ERR_TOOL_FAILED', sentences('The recording has no frame.', ...missed(recording)));
  const shownBytes = Math.min(maxShownBytes, Math.floor(((context.maxReplyBytes - restBytes) * 3) / 4));
  const isFile = download || place !== null;
  const maxBytes = isFile ? maxSavedBytes : shownBytes;
  const gif = await exportGif(context, recording, { overlays, quality, maxBytes, isForPage: place !== null });
  const told = [...notes(gif), ...missed(recording), unused];
  if (!isFile) {
    const { content } = said(`The GIF: ${describe(gif)}.`, ...told);
    return { content: [{ type: 'image', data: toBase64(gif.bytes), mimeType: 'image/gif' }, ...content] };
  }
  const name = gifName(filename, new Date());
  const saved = download ? await saveGif(gif.bytes, name, context.signal) : null;
  const inDownloads = `Saved ${JSON.stringify(saved)} among the browser's downloads: ${describe(gif)}.`;
  if (saved !== null) context.ifCut?.(inDownloads);
  if (!place) return said(inDownloads, ...told);
  const { content, ...given } = await dropGif(gif, name, place, context).catch(error => {
    throw saved === null ? error : alsoTold(error, inDownloads);
  });
  const { content: more } = said(saved === null ? `The GIF: ${describe(gif)}.` : inDownloads, ...told);
  return { ...given, content: [...content, ...more] };
}

function dropGif({ bytes }: Gif, name: string, { x, y }: Point, context: ToolContext): Promise<ToolResult> {
  return handOver({ coordinate: [x, y] }, context, [{ name, type: 'image/gif', data: toBase64(bytes) }]);
}

/** What was done before it failed stays done. */
function alsoTold(error: unknown, done: string): unknown {
  return error instanceof ToolError ? new ToolError(error.code, `${error.message} ${done}`, error.details) : error;
}

function expectRecording({ tabId, keptFor }: ToolContext): Recording {
  const recording = recordingOf(tabId, keptFor, false);
  if (recording) return recording;
  throw new ToolError(
    'ERR_TOOL_FAILED',
    `There is no recording of tab ${tabId}: none was started since the tab is yours and its browser's extension runs. Call gif_creator with start_recording first.`,
  );
}

function describe({ frames, width, height, bytes }: Gif): string {
  return `${counted(frames, 'frame')}, ${width}x${height}, ${bytes.length} bytes`;
}

function notes({ hidden, thinned, scale }: Gif): string[] {
  return [
    hidden > 0 ? `${counted(hidden, 'frame')} left out: this call may not have pictures of what they show.` : '',
    scale < 1 ? `It was scaled by ${scale.toFixed(2)} to be small enough.` : '',
    thinned > 0 ? `${counted(thinned, 'frame')} left out to make it small enough.` : '',
  ];
}

function missed({ dropped, missed: { hidden, failed } }: Recording): string[] {
  return [
    dropped > 0 ? `${counted(dropped, 'older frame')} given up for newer ones.` : '',
    hidden > 0 ? `${counted(hidden, 'step')} without a frame: a picture of its page is not allowed.` : '',
    failed > 0 ? `${counted(failed, 'step')} without a frame: its page gave no picture.` : '',
  ];
}

function said(...told: readonly string[]): ToolResult {
  return textResult(sentences(...told));
}

function sentences(...told: readonly string[]): string {
  return told.filter(sentence => sentence !== '').join(' ');
}
