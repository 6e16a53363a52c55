// The `timeout` of a call of the browser: spec 000 "Per-Operation Timeouts", as an argument of every tool.
import { claudezillaTimeouts } from '../../../native-host/dialects/claudezilla/claudezilla.ts';
import { hubError } from '../../../words/hub-error.ts';

type Arguments = Readonly<Record<string, unknown>>;

const { least, most, usual } = claudezillaTimeouts;
/** What `javascript_tool` has always taken: how many seconds its script is given. No number of seconds is one of milliseconds. */
const scriptTool = 'javascript_tool';

/** What `computer` waits in a page at most, and without a `duration` where it waits for something, in seconds. */
const waits = { most: 300, usual: 10 } as const;

/** How long a call that names no time may take once it is allowed, in milliseconds: what its arguments ask it to wait for comes on top. */
export function usualTimeoutMs(tool: string, { action, duration }: Arguments): number {
  if (tool !== 'computer' || action !== 'wait') return usual;
  const isNumber = typeof duration === 'number' && duration >= 0;
  return usual + (isNumber ? Math.min(duration, waits.most) : waits.usual) * 1_000;
}

/** In milliseconds, null when absent. Throws ERR_INVALID_ARGUMENTS for what is none. */
export function readTimeout(tool: string, timeout: unknown): number | null {
  if (timeout === undefined || timeout === null) return null;
  if (typeof timeout === 'number' && timeout >= least && timeout <= most) return timeout;
  const found = JSON.stringify(timeout)?.slice(0, 100) ?? typeof timeout;
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-timeout', tool, found, least, most });
}

/** The timeout of the whole call in milliseconds, null when it names none; and the arguments for the browser, which is told of none. */
export function splitTimeout(tool: string, args: Arguments): { timeoutMs: number | null; args: Arguments } {
  const { timeout, ...rest } = args;
  if (timeout === undefined) return { timeoutMs: null, args };
  if (tool !== scriptTool) return { timeoutMs: readTimeout(tool, timeout), args: rest };
  if (typeof timeout === 'number' && timeout < least) return { timeoutMs: null, args };
  const timeoutMs = readTimeout(tool, timeout);
  if (timeoutMs === null) return { timeoutMs, args: rest };
  return { timeoutMs, args: { ...rest, timeout: Math.floor(timeoutMs / 1_000) } };
}
