// Makes a GIF of a recording: of those frames that its asker may see now, no larger than is taken where it goes.
import { ToolError } from '../tool-error.ts';
import { drawSteps, type Overlays, overlayColours } from './draw-steps.ts';
import { stepsOf } from './gif-steps.ts';
import { GifWriter } from './gif-writer.ts';
import type { Frame, Recording } from './recordings.ts';
import type { Covers, ToolContext } from './tool.ts';

export interface GifOptions {
  readonly overlays: Overlays;
  /** A palette is made of every so many pixels. */
  readonly quality: number;
  readonly maxBytes: number;
  /** It goes to the page of the call, which was decided on for that, and not for pictures of what the frames show. */
  readonly isForPage: boolean;
}

export interface Gif {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly frames: number;
  readonly width: number;
  readonly height: number;
  /** Frames of the recording that are not in it, because of what they show, and to make it small enough. */
  readonly hidden: number;
  readonly thinned: number;
  /** Of the size at which it was recorded. */
  readonly scale: number;
}

type Made = Pick<Gif, 'bytes' | 'frames' | 'width' | 'height'>;

const maxLooks = 3;
const maxTries = 10;
const leastScale = 0.4;

/** Throws ERR_PERMISSION_DENIED where no frame may be seen, ERR_TOO_LARGE where nothing makes it small enough. */
export async function exportGif(context: ToolContext, recording: Recording, options: GifOptions): Promise<Gif> {
  const frames = [...recording.frames];
  for (let looks = 0; looks < maxLooks; looks += 1) {
    const shown = await visibleOf(context, frames, options);
    if (shown.length === 0)
      throw new ToolError(
        'ERR_PERMISSION_DENIED',
        `No frame is left: all ${frames.length} show pages that this call may not have pictures of. Ask the user to allow that, or record anew.`,
      );
    const gif = await fittingGif(context, shown, options);
    // It took its time, in which the user may have changed their mind.
    const still = await visibleOf(context, frames, options);
    if (shown.every(frame => still.includes(frame))) return { ...gif, hidden: frames.length - shown.length };
  }
  throw new ToolError('ERR_TOOL_FAILED', 'What may be seen keeps changing; wait a moment, then export again.');
}

/**
 * The page of the call was decided for. Another origin needs this tool to pass there as well as a screenshot; where the GIF goes to the
 * page, it was decided as an upload, and each origin needs that a picture of it passes, the page's own too.
 */
async function visibleOf(
  { page, covers }: ToolContext,
  frames: readonly Frame[],
  { isForPage }: GifOptions,
): Promise<readonly Frame[]> {
  if (isForPage) return picturedOf(frames, covers);
  const others = [...new Set(frames.flatMap(({ origins }) => origins))].filter(origin => origin !== page.origin);
  const [pictured, called] =
    others.length > 0 ? await Promise.all([covers(others, 'picture'), covers(others, 'call')]) : [];
  const isVisible = (origin: string) => origin === page.origin || (pictured?.has(origin) && called?.has(origin));
  return frames.filter(({ origins }) => origins.every(isVisible));
}

async function picturedOf(frames: readonly Frame[], covers: Covers): Promise<readonly Frame[]> {
  const pictured = await covers([...new Set(frames.flatMap(({ origins }) => origins))], 'picture');
  return frames.filter(({ origins }) => origins.every(origin => pictured.has(origin)));
}

/** Ever smaller, then with ever fewer frames. */
async function fittingGif(
  context: ToolContext,
  frames: readonly Frame[],
  options: GifOptions,
): Promise<Omit<Gif, 'hidden'>> {
  let kept = frames;
  let scale = 1;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const made = await makeGif(context, kept, scale, options);
    if (typeof made !== 'number') return { ...made, scale, thinned: frames.length - kept.length };
    // Bytes go with the area; a little less than that, because small pictures have more of them for each pixel.
    const fitting = scale * Math.sqrt(options.maxBytes / made) * 0.95;
    if (fitting >= leastScale || kept.length === 1) scale = fitting;
    else kept = kept.filter((_, at) => at % 2 === 0 || at === kept.length - 1);
  }
  throw new ToolError(
    'ERR_TOO_LARGE',
    `The GIF does not fit into ${options.maxBytes} bytes; send download: true, or record less.`,
  );
}

/** The GIF, or how many bytes it would have where those are too many. */
async function makeGif(
  { signal }: ToolContext,
  frames: readonly Frame[],
  scale: number,
  { overlays, quality, maxBytes }: GifOptions,
): Promise<Made | number> {
  const writer = new GifWriter(quality, Object.values(overlayColours));
  const steps = stepsOf(frames);
  let [count, width, height] = [0, 0, 0];
  for await (const drawn of drawSteps(steps, scale, overlays)) {
    signal.throwIfAborted();
    writer.add(drawn);
    count += 1;
    ({ width, height } = drawn);
    if (writer.size > maxBytes) return (writer.size / count) * steps.length;
  }
  const bytes = writer.finish();
  return bytes.length > maxBytes ? bytes.length : { bytes, frames: count, width, height };
}
