// The element that a call means, by ref or by CSS selector, and running a function on it in its page.
import { ToolError } from '../tool-error.ts';
import { inPage } from './in-page.ts';
import { type Arguments, readNumber, readString, sleep, type ToolContext } from './tool.ts';
import type { Problem, Target } from '../page/element-refs.ts';
import type { PageFunctions } from '../page/library.ts';

const lookEveryMs = 100;

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
export type Rest<Name extends OnTarget> =
  Parameters<PageFunctions[Name]> extends [Target, ...infer More] ? More : never;

/**
 * Runs a function in the page with the target first among its arguments. An element that is not there yet is waited for
 * `selector_timeout` seconds. Throws the sentence of a Problem.
 */
export async function onElement<Name extends OnTarget>(
  args: Arguments,
  context: ToolContext,
  target: Target,
  name: Name,
  ...rest: Rest<Name>
): Promise<Exclude<ReturnType<PageFunctions[Name]>, Problem>> {
  const patienceMs = readNumber(args, 'selector_timeout', 0, 0, 30) * 1_000;
  const startedAt = performance.now();
  for (;;) {
    await context.page.stepOn(false);
    const given = [target, ...rest] as unknown as Parameters<PageFunctions[Name]>;
    const result = await inPage(context, name, ...given);
    if (!isProblem(result)) return result as Exclude<ReturnType<PageFunctions[Name]>, Problem>;
    const mayCome = result.kind === 'missing' && target.selector !== '';
    if (!mayCome || performance.now() - startedAt >= patienceMs) throw problemError(result);
    await sleep(lookEveryMs, context.signal);
  }
}

export function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'problem' in value;
}

export function problemError({ problem, kind }: Problem): ToolError {
  return new ToolError(kind === 'invalid' ? 'ERR_INVALID_ARGUMENTS' : 'ERR_TOOL_FAILED', problem);
}
