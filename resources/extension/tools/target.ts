// The element that a call means, by ref or by CSS selector, and running a function on it in the document that it is in.
import { documentOfNode, type FrameDocument, frameNodes, withInner } from '../frame-nodes.ts';
import { expectAllowed, expectOpen, isDecided, openFrame, type Purpose, readableFrames } from '../frame-rights.ts';
import { inTime } from '../in-time.ts';
import { isProblem, problemError } from '../page-problem.ts';
import { ToolError } from '../tool-error.ts';
import { asInFrame, inTab } from './frame-geometry.ts';
import { inPage } from './in-page.ts';
import { type Arguments, readNumber, readString, sleep, type ToolContext } from './tool.ts';
import { noteUsed } from './used-document.ts';
import { waitableSeconds } from './waitable-seconds.ts';
import type { Problem, Target } from '../page/element-refs.ts';
import type { PageFunctions } from '../page/library.ts';
import type { ShownPage } from '../shown-page.ts';

const lookEveryMs = 100;
/** Of the functions of a page, those that only read; every other one acts. */
const reads: readonly string[] = [
  'describeTarget',
  'elementFacts',
  'frameElements',
  'markupOf',
  'readText',
  'readTree',
];

/** Null when the call names no element. Throws ERR_INVALID_ARGUMENTS when it names one in both ways. */
export function readTarget(args: Arguments, refName = 'ref', selectorName = 'selector'): Target | null {
  const [ref, selector] = [readString(args, refName) ?? '', readString(args, selectorName) ?? ''];
  if (ref === '' && selector === '') return null;
  if (ref === '' || selector === '') return { ref, selector };
  throw new ToolError(
    'ERR_INVALID_ARGUMENTS',
    `${refName} and ${selectorName} both name an element; send one of them.`,
  );
}

/** The same where there has to be one. */
export function expectTarget(args: Arguments, tool: string): Target {
  const target = readTarget(args);
  if (target) return target;
  throw new ToolError('ERR_INVALID_ARGUMENTS', `${tool} needs a ref from read_page or find, or a CSS selector.`);
}

/** Those that begin with a target. */
export type OnTarget = {
  [Name in keyof PageFunctions]: Parameters<PageFunctions[Name]> extends [Target, ...unknown[]] ? Name : never;
}[keyof PageFunctions];
type Answer<Name extends OnTarget> = Exclude<ReturnType<PageFunctions[Name]>, Problem>;
export type Rest<Name extends OnTarget> =
  Parameters<PageFunctions[Name]> extends [Target, ...infer More] ? More : never;

/**
 * Runs a function with the target first among its arguments: for a ref such as f2_ref_5 in that frame, for a selector in the page, or in
 * the first frame that has such an element and may be used. An element that is not there yet is waited for `selector_timeout` seconds.
 * Places in the answer are those of the tab. Throws the sentence of a Problem.
 */
export async function onElement<Name extends OnTarget>(
  args: Arguments,
  context: ToolContext,
  target: Target,
  name: Name,
  ...rest: Rest<Name>
): Promise<Answer<Name>> {
  return (await onElementThere(args, context, target, name, ...rest)).answer;
}

/** The same, with the document in which the element is. */
export async function onElementThere<Name extends OnTarget>(
  args: Arguments,
  context: ToolContext,
  target: Target,
  name: Name,
  ...rest: Rest<Name>
): Promise<{
  readonly answer: Answer<Name>;
  readonly document: ShownPage | FrameDocument;
  /** Whether it was not there at the first look. */
  readonly came: boolean;
}> {
  const patienceMs = Math.min(readNumber(args, 'selector_timeout', 0, 0, 30), waitableSeconds(context)) * 1_000;
  const startedAt = performance.now();
  for (let came = false; ; came = true) {
    await context.page.stepOn(false);
    const { answer, document } = await onceOnElement(context, target, name, rest);
    if (!isProblem(answer)) return { answer: answer as Answer<Name>, document, came };
    const mayCome = answer.kind === 'missing' && target.selector !== '';
    if (!mayCome || performance.now() - startedAt >= patienceMs) throw problemError(answer);
    await sleep(lookEveryMs, context.signal);
  }
}

async function onceOnElement<Name extends OnTarget>(
  context: ToolContext,
  target: Target,
  name: Name,
  rest: Rest<Name>,
): Promise<{ answer: unknown; document: ShownPage | FrameDocument }> {
  const { signal } = context;
  const purpose: Purpose = reads.includes(name) ? 'read' : 'act';
  const given = [target, ...rest] as unknown as Parameters<PageFunctions[Name]>;
  const inFrame = async (document: FrameDocument) => {
    if (purpose === 'act') noteUsed(context, document);
    const inner = asInFrame(given) as typeof given;
    const answer = await inPage({ page: document, signal }, name, ...inner);
    return { answer: await inTab(context, document, answer, given), document };
  };
  const frameNumber = frameNumberIn(target.ref);
  if (frameNumber !== null) return inFrame(await openFrame(context, frameNumber, purpose));
  const answer: unknown = await inPage(context, name, ...given);
  if (purpose === 'act' && !isProblem(answer)) noteUsed(context, context.page);
  const isElsewhere = isProblem(answer) && answer.kind === 'missing' && target.selector !== '';
  const frame = isElsewhere ? await frameWith(context, target.selector, purpose) : null;
  return frame ? inFrame(frame) : { answer, document: context.page };
}

/** The number in a ref such as f2_ref_5; null for one of the page itself. */
function frameNumberIn(ref: string): number | null {
  const digits = /^f(\d+)_ref_\d+$/.exec(ref)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The first frame, in the order of the page, that may be read and has such an element. Throws ERR_TAB_MOVED where that has to be decided for. */
async function frameWith(context: ToolContext, selector: string, purpose: Purpose): Promise<FrameDocument | null> {
  const { page, signal } = context;
  const nodes = withInner(await frameNodes(page));
  const readable = await readableFrames(context, nodes);
  for (const node of nodes.filter(it => readable.has(it))) {
    const document = await documentOfNode(page, node);
    const look = () => inPage({ page: document, signal }, 'meetsCondition', { selector, text: '', url: '' });
    // One that goes away or is busy has nothing to show.
    const seen = await inTime(document.documentId, () => look().catch(() => null));
    signal.throwIfAborted();
    if (!seen?.met) continue;
    if (purpose === 'act' && !isDecided(page, node)) await expectAllowed(context, node, purpose);
    return document;
  }
  return null;
}

/** Decides on the frames of all targets before the first of them is used, because nothing that has begun is made again. */
export async function expectUsable(context: ToolContext, targets: readonly Target[]): Promise<void> {
  const frames = new Set(targets.map(({ ref }) => frameNumberIn(ref)).filter(it => it !== null));
  await expectOpen(context, [...frames], 'act');
}
