// Waits until an element can be used, a few seconds at most, and says what hindered it.
import { ToolError } from '../tool-error.ts';
import { type OnTarget, onElementThere, type Rest } from './target.ts';
import { type Arguments, readNumber, sleep, type ToolContext } from './tool.ts';
import { toldSeconds, waitableSeconds } from './waitable-seconds.ts';
import type { Target } from '../page/element-refs.ts';
import type { Hindered } from '../page/ready-element.ts';

const usualSeconds = 5;
const lookEveryMs = 60;
/** A wait of less is none, and not told. */
const toldFromMs = 300;

/** How long one call still waits for its elements: `selector_timeout` seconds altogether, and no longer than the call has. */
export class Patience {
  readonly #seconds: number;
  readonly #startedAt = performance.now();
  /** What hindered the call last, in words; '' where nothing did. */
  #hindered = '';

  constructor(args: Arguments, context: Pick<ToolContext, 'endsAt'>) {
    this.#seconds = Math.min(readNumber(args, 'selector_timeout', usualSeconds, 0, 30), waitableSeconds(context));
  }

  get #waitedMs(): number {
    return performance.now() - this.#startedAt;
  }

  get leftMs(): number {
    return Math.max(0, this.#seconds * 1_000 - this.#waitedMs);
  }

  /** Such as ` after 1.2 s (it was disabled)`; '' where the call did not have to wait. */
  get told(): string {
    if (this.#waitedMs < toldFromMs || this.#hindered === '') return '';
    return ` after ${(this.#waitedMs / 1_000).toFixed(1)} s (it ${this.#hindered})`;
  }

  /** Its element was not there at first. */
  came(): void {
    this.#hindered ||= 'was not there';
  }

  /** Goes on after a moment. Throws what hinders the element when there is no time left. */
  async wait(hindered: Hindered, signal: AbortSignal): Promise<void> {
    if (this.leftMs === 0) throw hinderedError(hindered, this.#seconds);
    this.#hindered = wording(hindered).was;
    await sleep(Math.min(lookEveryMs, this.leftMs), signal);
  }
}

type Result<Name extends OnTarget> = Exclude<Awaited<ReturnType<typeof onElementThere<Name>>>['answer'], Hindered>;

/** Like `onElement`, for a function that may answer what hinders the element: then it is called again after a moment. */
export async function whenReady<Name extends OnTarget>(
  args: Arguments,
  context: ToolContext,
  patience: Patience,
  target: Target,
  name: Name,
  ...rest: Rest<Name>
): Promise<Result<Name>> {
  for (;;) {
    const waiting = { ...args, selector_timeout: patience.leftMs / 1_000 };
    const { answer: found, came } = await onElementThere(waiting, context, target, name, ...rest);
    if (came) patience.came();
    if (!isHindered(found)) return found as Result<Name>;
    await patience.wait(found, context.signal);
  }
}

export function isHindered(value: unknown): value is Hindered {
  return typeof value === 'object' && value !== null && 'hindrance' in value;
}

function hinderedError(hindered: Hindered, seconds: number): ToolError {
  const { is, remedy } = wording(hindered);
  const told = toldSeconds(seconds);
  const still = told > 0 ? `still ${is} after ${told} s` : is;
  return new ToolError('ERR_TOOL_FAILED', `The ${hindered.told} is ${still}; ${remedy}.`);
}

function wording({ hindrance, by }: Hindered): { is: string; was: string; remedy: string } {
  const words = {
    hidden: ['hidden', 'choose an element that can be seen'],
    disabled: ['disabled', 'look what it waits for'],
    inert: ['behind a dialog or inert', 'use or close what is in front of it'],
    covered: [`covered by ${by || 'something else'}`, 'close that or choose another element'],
    outside: ['outside of what can be scrolled to', 'choose an element that can be seen'],
    moving: ['moving', 'wait until it rests, or use a coordinate'],
    undrawn: ['not drawn by the browser where it is now', 'call again in a moment'],
  } as const;
  const [is, remedy] = words[hindrance];
  return { is, was: `was ${is}`, remedy };
}
