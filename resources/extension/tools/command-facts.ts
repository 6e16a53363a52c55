// What is told beside the answer of a tool where its asker speaks spec 000's wire, whose commands answer with more, and may ask for it by params of their own.
import { isRecord } from '../../../contract/json.ts';
import { inPage } from './in-page.ts';
import { labelsOnPicture, maxLabels, shortRef } from './labels-on-picture.ts';
import { requestsOf } from './network-log.ts';
import { readConsole } from './read-console.ts';
import { onElement } from './target.ts';
import { type Arguments, sleep, type Tool, type ToolContext, type ToolResult } from './tool.ts';
import { waitableSeconds } from './waitable-seconds.ts';
import type { Target } from '../page/element-refs.ts';

type Facts = Readonly<Record<string, unknown>>;

interface Command {
  readonly params: Arguments;
  readonly args: Arguments;
  readonly context: ToolContext;
}

interface Telling {
  /** Before anything is done; what it throws ends the call. */
  readonly before?: (command: Command) => Promise<Facts>;
  /** After the tool has answered; a page that is gone by then has nothing to tell. */
  readonly after?: (command: Command, result: ToolResult) => Promise<Facts>;
}

const usualReadyMs = 10_000;
const mostReadyMs = 60_000;
const lookEveryMs = 50;
const maxErrors = 10;
const nothing: Facts = {};

const tellings: Readonly<Record<string, Telling>> = {
  getContent: { after: contentFacts },
  getPageState: { after: stateFacts },
  getElementInfo: { after: ({ args, context }) => elementIn(args, context) },
  // A page that a click leads away from has nothing to tell afterwards.
  click: {
    before: ({ args, context }) => elementIn(args, context).catch(() => nothing),
    after: ({ args, context }) => elementIn(args, context),
  },
  type: { after: ({ args, context }) => elementIn(args, context) },
  pressKey: { after: async ({ context }) => ({ targetTag: await inPage(context, 'focusedTag') }) },
  scroll: {
    after: async ({ args, context }) => ({
      view: await inPage(context, 'pageView'),
      ...(await elementIn(args, context)),
    }),
  },
  waitFor: { after: waitFacts },
  screenshot: { before: untilLoaded, after: labelsFacts },
};

/** Rejects as the tool does. */
export async function withFacts(tool: Tool, args: Arguments, context: ToolContext): Promise<ToolResult> {
  const { command } = context;
  const telling = command && tellingOf(command.name);
  if (!telling) return tool(args, context);
  const asked = { params: command.params, args, context };
  const before = (await telling.before?.(asked)) ?? nothing;
  const result = await tool(args, context);
  const after = await telling.after?.(asked, result).catch(() => nothing);
  context.signal.throwIfAborted();
  return { ...result, facts: { ...after, ...before } };
}

function tellingOf(name: string): Telling | undefined {
  return Object.hasOwn(tellings, name) ? tellings[name] : undefined;
}

/** {} where the call names no element. */
async function elementIn(args: Arguments, context: ToolContext): Promise<Facts> {
  const target = targetOf(args);
  // As it is by now: it was waited for before.
  return target ? { ...(await onElement({}, context, target, 'elementFacts')) } : nothing;
}

function targetOf({ ref, selector }: Arguments): Target | null {
  if (typeof ref === 'string' && ref !== '') return { ref, selector: '' };
  return typeof selector === 'string' && selector !== '' ? { ref: '', selector } : null;
}

async function contentFacts({ params, args, context }: Command): Promise<Facts> {
  if (params.includeHtml !== true) return nothing;
  return { ...(await onElement({}, context, targetOf(args) ?? { ref: '', selector: '' }, 'markupOf')) };
}

async function stateFacts({ context }: Command, { content }: ToolResult): Promise<Facts> {
  const [view, errors] = await Promise.all([inPage(context, 'pageView'), errorsIn(context)]);
  const text = content.map(block => (block.type === 'text' ? block.text : '')).join('\n');
  // Those of frames have a number before them, and are told as the tree has them.
  const refs = [...new Set([...text.matchAll(/\[(ref_\d+)\]/g)].map(([, ref = '']) => ref))];
  return { view, errors, controls: await inPage(context, 'controlFacts', refs) };
}

/** The last errors of the console, as texts. */
async function errorsIn(context: ToolContext): Promise<string[]> {
  const { content } = await readConsole({ onlyErrors: true, limit: maxErrors }, context);
  const told = content
    .map(block => (block.type === 'text' ? (JSON.parse(block.text) as unknown) : null))
    .find(isRecord);
  const messages = Array.isArray(told?.messages) ? told.messages.filter(isRecord) : [];
  return messages.map(({ text }) => String(text));
}

async function waitFacts({ args, context }: Command): Promise<Facts> {
  if (typeof args.url === 'string' && args.url !== '') return { matched: (await chrome.tabs.get(context.tabId)).url };
  const { visible, position } = (await elementIn(args, context)) as { visible?: unknown; position?: unknown };
  return visible === undefined ? nothing : { visible, position };
}

/** By the number that stands on the picture. */
async function labelsFacts({ args, context }: Command): Promise<Facts> {
  if (args.annotate !== true) return nothing;
  const refs = (await labelsOnPicture(context)).slice(0, maxLabels).map(({ ref }) => ref);
  const own = await inPage(
    context,
    'labelFacts',
    refs.filter(ref => ref.startsWith('ref_')),
  );
  const labels = refs.map(ref => [shortRef(ref), { ref, ...own[ref] }] as const);
  return { labels: Object.fromEntries(labels) };
}

/** Spec 000's real system waits for the page before it takes a picture, unless it is told not to. */
async function untilLoaded({ params, context }: Command): Promise<Facts> {
  if (params.skipReadiness === true) return { readiness: { waitMs: 0, timedOut: false, timeline: [] } };
  const asked = typeof params.maxWait === 'number' ? Math.min(Math.max(params.maxWait, 0), mostReadyMs) : usualReadyMs;
  const most = Math.min(asked, waitableSeconds(context) * 1_000);
  const startedAt = performance.now();
  const timeline: object[] = [];
  const note = (event: string, more: object = {}) =>
    timeline.push({ t: Math.round(performance.now() - startedAt), event, ...more });
  note('start', { maxWait: most });
  for (;;) {
    await context.page.stepOn(false);
    const state = await inPage(context, 'loadState').catch(() => null);
    context.signal.throwIfAborted();
    const pending = requestsOf(context.tabId).requests.filter(
      ({ status, error }) => status === 0 && error === '',
    ).length;
    const waitsForImages = params.waitForImages !== false && state !== null && state.images > 0;
    const isReady = state?.isComplete === true && !waitsForImages;
    const timedOut = !isReady && performance.now() - startedAt >= most;
    if (isReady || timedOut) {
      note(isReady ? 'complete' : 'timeout', { pending, images: state?.images ?? null });
      return { readiness: { waitMs: Math.round(performance.now() - startedAt), timedOut, timeline } };
    }
    await sleep(lookEveryMs, context.signal);
  }
}
