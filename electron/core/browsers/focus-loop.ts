// The focus loop of spec 000's host: its state and commands, pure. It ends by itself after an hour and is forgotten at exit.
import { HubError } from '../../../contract/errors.ts';
export interface LoopState {
  readonly active: boolean;
  readonly prompt: string;
  readonly iteration: number;
  readonly maxIterations: number;
  readonly completionPromise: string | null;
  /** ISO 8601. */
  readonly startedAt: string | null;
}

export const noLoop: LoopState = {
  active: false,
  prompt: '',
  iteration: 0,
  maxIterations: 0,
  completionPromise: null,
  startedAt: null,
};

const maxIterationsLimit = 10_000;
const maxPromiseChars = 1_000;
const maxDurationMs = 60 * 60_000;

export interface LoopStep {
  readonly loop: LoopState;
  readonly result: Record<string, unknown>;
}

/** One loop command at `now`, in milliseconds. Throws ERR_INVALID_ARGUMENTS with the real host's own sentences. */
export function loopStep(before: LoopState, command: string, params: Record<string, unknown>, now: number): LoopStep {
  const timedOut = before.startedAt !== null && now - Date.parse(before.startedAt) > maxDurationMs;
  const loop = timedOut ? noLoop : before;
  switch (command) {
    case 'startLoop': {
      const started = start(loop, params, now);
      return { loop: started, result: { ...started } };
    }
    case 'stopLoop':
      return { loop: noLoop, result: { stopped: loop.active } };
    case 'getLoopState':
      return { loop, result: { ...loop, timedOut } };
    case 'incrementLoopIteration': {
      const iteration = loop.iteration + (loop.active ? 1 : 0);
      return { loop: { ...loop, iteration }, result: { iteration } };
    }
    default:
      throw refusal(`Unknown loop command: ${command}`);
  }
}

function start(loop: LoopState, params: Record<string, unknown>, now: number): LoopState {
  const { prompt, maxIterations = 0, completionPromise = null } = params;
  if (loop.active) throw refusal('Loop already active. Stop current loop first.');
  if (typeof prompt !== 'string' || prompt === '') throw refusal('Prompt is required and must be a string');
  const iterations = Number(maxIterations) || 0;
  if (iterations < 0 || iterations > maxIterationsLimit) throw refusal(`maxIterations must be 0-${maxIterationsLimit}`);
  if (completionPromise !== null && typeof completionPromise !== 'string')
    throw refusal('completionPromise must be a string or null');
  if (completionPromise !== null && completionPromise.length > maxPromiseChars)
    throw refusal(`completionPromise exceeds ${maxPromiseChars} character limit`);
  return {
    active: true,
    prompt,
    iteration: 0,
    maxIterations: iterations,
    completionPromise: completionPromise || null,
    startedAt: new Date(now).toISOString(),
  };
}

function refusal(sentence: string): HubError {
  return new HubError('ERR_INVALID_ARGUMENTS', sentence);
}

/** The one loop of the hub: agents of the socket and the extension's pop-up speak of the same. */
export class FocusLoop {
  readonly #now: () => number;
  #loop: LoopState = noLoop;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** As loopStep does, from the state that the last one left. */
  step(command: string, params: Record<string, unknown>): Record<string, unknown> {
    const { loop, result } = loopStep(this.#loop, command, params, this.#now());
    this.#loop = loop;
    return result;
  }
}

/** Whether it is one of the four commands of the loop. */
export function isLoopCommand(command: string): boolean {
  return ['startLoop', 'stopLoop', 'getLoopState', 'incrementLoopIteration'].includes(command);
}
