// The state of an MCP server as shape, word and sentence, and what kind of thing it is.
import { formatClock, formatLasted, formatLeft } from './format.ts';
import { t } from './language.ts';
import { reasonWords } from './reason-words.ts';
import type { Server, ServerKind, ServerState } from '../../contract/schemas/servers.ts';
import type { Tone } from './tone.ts';

export interface StateWords {
  readonly tone: Tone;
  /** One or two words for a table cell. */
  readonly word: string;
  /** A second, quieter line for the cell. */
  readonly more: string;
  /** Why it is so, in the words of the hub or the server; null where nothing needs saying. */
  readonly reason: string | null;
}

export function serverWords(state: ServerState, now: number): StateWords {
  return { ...shortWords(state, now), reason: 'reason' in state && state.reason ? reasonWords(state.reason) : null };
}

function shortWords(state: ServerState, now: number): Omit<StateWords, 'reason'> {
  const lasted = formatLasted(now - state.since);
  switch (state.kind) {
    case 'blocked':
      return { tone: 'attention', word: blockedWords[state.by], more: lasted };
    case 'installing':
      return installingWords(state);
    case 'stopped':
      return { tone: 'stopped', word: t('stopped by you'), more: lasted };
    case 'asleep':
      return { tone: 'stopped', word: t('asleep'), more: t('a call wakes it') };
    case 'starting':
      return { tone: 'waiting', word: t('starting'), more: lasted };
    case 'running':
      return { tone: 'running', word: t('running'), more: lasted };
    case 'degraded':
      return { tone: 'attention', word: t('degraded'), more: lasted };
    case 'stopping':
      return { tone: 'waiting', word: state.toSleep ? t('falling asleep') : t('stopping'), more: lasted };
    case 'crashed':
      return { tone: 'crashed', word: t('crashed'), more: t('{span} ago', { span: lasted }) };
    case 'waiting':
      return {
        tone: 'waiting',
        word: t('next try in {span}', { span: formatLeft(state.until - now) }),
        more: t('down {span}', { span: lasted }),
      };
    case 'failed':
      return { tone: 'crashed', word: t('failed'), more: t('down {span}', { span: lasted }) };
    case 'unauthorized':
      return { tone: 'attention', word: t('sign in needed'), more: lasted };
  }
}

type Installing = Extract<ServerState, { kind: 'installing' }>;

function installingWords({ step, done, total }: Installing): Omit<StateWords, 'reason'> {
  if (step === 'failed') return { tone: 'crashed', word: t('not installed'), more: installSteps.failed };
  const percent = total === null || total <= 0 ? null : Math.min(100, Math.floor((100 * done) / total));
  const tone = step === 'stopped' ? 'stopped' : 'waiting';
  const more = installSteps[step];
  return percent === null
    ? { tone, word: t('installing'), more }
    : { tone, word: t('installing, {percent} %', { percent }), more };
}

const installSteps: Readonly<Record<Installing['step'], string>> = {
  waiting: t('waits for its turn'),
  fetching: t('is being downloaded'),
  unpacking: t('is being unpacked'),
  building: t('is being built'),
  trying: t('is tried between walls'),
  stopped: t('stopped; it goes on where it was'),
  failed: t('could not be installed'),
};

const blockedWords = {
  approval: t('waits for approval'),
  secret: t('needs a secret'),
  runtime: t('needs a runtime'),
  value: t('needs values'),
  loop: t('leads back here'),
  policy: t('forbidden by the policy'),
} as const;

const stateTones: Readonly<Record<string, Tone>> = {
  running: 'running',
  degraded: 'attention',
  blocked: 'attention',
  unauthorized: 'attention',
  crashed: 'crashed',
  failed: 'crashed',
  stopped: 'stopped',
  asleep: 'stopped',
};

/** The status of a state that is known by its name only, as a lifecycle event has it. */
export function stateTone(kind: string): Tone {
  return stateTones[kind] ?? 'waiting';
}

const stateNames: Readonly<Record<ServerState['kind'], string>> = {
  blocked: t('blocked'),
  installing: t('installing'),
  stopped: t('stopped'),
  asleep: t('asleep'),
  starting: t('starting'),
  running: t('running'),
  degraded: t('degraded'),
  stopping: t('stopping'),
  crashed: t('crashed'),
  waiting: t('waiting to try'),
  failed: t('failed'),
  unauthorized: t('sign in needed'),
};

/** The name of such a state in the words of the interface. */
export function stateWord(kind: string): string {
  return Object.hasOwn(stateNames, kind) ? stateNames[kind as ServerState['kind']] : kind;
}

/** The state in one sentence, for the block at the head of a server's detail; null where nothing needs saying. */
export function serverSentence(server: Server, now: number): { title: string; text: string } | null {
  const { state } = server;
  switch (state.kind) {
    case 'blocked':
      return state.by === 'approval'
        ? { title: t('Waits for your approval'), text: reasonWords(state.reason) }
        : { title: t('Blocked: {by}', { by: blockedWords[state.by] }), text: reasonWords(state.reason) };
    case 'installing':
      return installingSentence(state);
    case 'starting':
      return state.reason === undefined ? null : { title: t('Starting'), text: reasonWords(state.reason) };
    case 'degraded':
      return { title: t('Running, but degraded'), text: reasonWords(state.reason) };
    case 'crashed':
      return { title: t('It crashed'), text: withRestarts(reasonWords(state.reason), server) };
    case 'waiting':
      return {
        title: nextTry(server, { span: formatLeft(state.until - now), time: formatClock(state.until) }),
        text: withRestarts(reasonWords(state.reason), server),
      };
    case 'failed':
      return {
        title: t('{name} gave up after {crashes, plural, =0 {no crashes} one {# crash} other {# crashes}}', {
          name: server.name,
          crashes: server.crashes,
        }),
        text: reasonWords(state.reason),
      };
    case 'unauthorized':
      return { title: t('Sign in needed'), text: reasonWords(state.reason) };
    case 'stopped':
      return stoppedSentence(formatClock(state.since));
    case 'asleep':
      return asleepSentence(formatClock(state.since));
    default:
      return null;
  }
}

function installingSentence({ step, reason }: Installing): { title: string; text: string } {
  const title = step === 'failed' ? t('It could not be installed') : t('Installing');
  return { title, text: reason ? reasonWords(reason) : t('Its package {doing}.', { doing: installSteps[step] }) };
}

function stoppedSentence(time: string): { title: string; text: string } {
  return { title: t('Stopped by you'), text: t('Since {time}. Its tools are not offered until it runs.', { time }) };
}

function asleepSentence(time: string): { title: string; text: string } {
  return {
    title: t('Asleep'),
    text: t('Since {time}. Its tools are offered meanwhile, and the next call starts it.', { time }),
  };
}

function nextTry({ kind }: Server, at: { readonly span: string; readonly time: string }): string {
  if (!isRemote(kind)) return t('Starts again in {span}, at {time}', at);
  return t('Away. Next try in {span}, at {time}, or with the next call', at);
}

/** Whether it runs elsewhere: then it is away rather than crashed, and is tried again without an end. */
export function isRemote(kind: ServerKind): boolean {
  return kind === 'http' || kind === 'sse' || kind === 'fleet';
}

const kinds: Readonly<Record<ServerKind, string>> = {
  stdio: 'stdio',
  http: t('remote HTTP'),
  sse: t('remote SSE'),
  fleet: t('of another hub'),
  javascript: t('JavaScript, isolated'),
  wasm: t('WASI, isolated'),
};

export function kindWords(kind: ServerKind): string {
  return kinds[kind];
}

/** What stands above the command of a server that waits for approval. */
export function riskOfStarting(kind: ServerKind): string {
  if (isRemote(kind)) return t('Agents will be connected with this address');
  if (kind === 'stdio') return t('This will run on your machine, as you');
  return t('This file will run on your machine, in an isolated runner');
}

/** `2 of 3 in 10 minutes are used`. */
export function restartsSentence({ used, of }: NonNullable<Server['restarts']>): string {
  return t('{used} of {of} in 10 minutes {used, plural, one {is} other {are}} used', { used, of });
}

function withRestarts(reason: string, { restarts }: Server): string {
  return restarts === null
    ? reason
    : t('{reason} Of its automatic starts {restarts}.', { reason, restarts: restartsSentence(restarts) });
}

/** `3 starts, 2 of them ended in a crash`. */
export function startsSentence({ starts, crashes }: Pick<Server, 'starts' | 'crashes'>): string {
  if (crashes === 0) return t('{starts, plural, =0 {no starts} one {# start} other {# starts}}', { starts });
  return t('{starts, plural, =0 {no starts} one {# start} other {# starts}}, {crashes} of them ended in a crash', {
    starts,
    crashes,
  });
}
