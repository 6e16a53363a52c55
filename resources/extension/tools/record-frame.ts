// Adds a frame to the recording of a tab once a call has acted in it: what the tab shows now, where its owner may take a picture of that.
import { openPage } from '../shown-page.ts';
import { pageInput } from './computer.ts';
import { dialogIn } from './dialogs.ts';
import { takePicture } from './look-actions.ts';
import { addFrame, type Missing, type Recording, recordingOf } from './recordings.ts';
import { sleep, type ToolContext } from './tool.ts';
import type { Deed } from './deed.ts';

/** Pixels of one frame. */
const maxPixels = 500_000;
const usualScale = 0.5;
/** A page that gives no picture for so long goes without, and the call is answered. */
const patienceMs = 5_000;

/** Never fails: whoever acted is to hear what came of that. */
export async function recordAct(context: ToolContext, deed: Deed | null): Promise<void> {
  if (!deed) return;
  const recording = recordingOf(context.tabId, context.keptFor, deed.label !== '');
  if (recording?.isRunning) await recordFrame(context, recording, deed);
}

/** Answers why there is no frame, or null. */
export async function recordFrame(context: ToolContext, recording: Recording, deed: Deed): Promise<Missing | null> {
  const missing = await picture(context, recording, deed).catch((): Missing => 'failed');
  if (missing) recording.missed[missing] += 1;
  return missing;
}

async function picture(context: ToolContext, recording: Recording, deed: Deed): Promise<Missing | null> {
  // Nothing is drawn behind a dialog.
  if (dialogIn(context.tabId)) return 'failed';
  const over = new AbortController();
  const signal = AbortSignal.any([context.signal, over.signal]);
  try {
    const late = sleep(patienceMs, signal).then((): Missing => 'failed');
    return await Promise.race([takeFrame({ ...context, signal }, recording, deed), late]);
  } finally {
    over.abort(new Error('The frame came too late.'));
  }
}

/** The document is looked at anew: the act may have led to another one, which its call was not decided for. */
async function takeFrame(context: ToolContext, recording: Recording, deed: Deed): Promise<Missing | null> {
  const { tabId, covers, signal } = context;
  const origin = await (await openPage(tabId, { origin: null, frames: [] })).readOrigin();
  if (origin === null || !(await covers([origin], 'picture')).has(origin)) return 'hidden';
  const page = await openPage(tabId, { origin, frames: [] });
  await page.expectDecided();
  const origins = new Set([origin]);
  const mayShow = async (asked: readonly string[]) => {
    const covered = await covers(asked, 'picture');
    for (const each of covered) origins.add(each);
    return covered;
  };
  const view = { region: null, scale: await scaleFor(tabId), quality: 100, format: 'png' } as const;
  const { picture: taken } = await takePicture({ ...context, page }, pageInput, view, false, mayShow);
  signal.throwIfAborted();
  const documents = { document: page.documentId, actedIn: context.page.documentId };
  addFrame(recording, { data: taken.data, area: taken.area, ...documents, origins: [...origins], deed });
  return null;
}

async function scaleFor(tabId: number): Promise<number> {
  const { width = 1_000, height = 1_000 } = await chrome.tabs.get(tabId);
  return Math.min(usualScale, Math.sqrt(maxPixels / Math.max(1, width * height)));
}
