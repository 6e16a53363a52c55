// The shell's words in English.
import { type Scope, scopes } from '../../contract/permissions.ts';
import { inEnglish } from '../../words/english.ts';
import type { ShellWords } from './shell-words.ts';

const number = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const uses = (count: number) => (count > 1 ? `these ${count} uses` : 'this use');

export const english: ShellWords = {
  open: 'Open Pilothouse',
  quit: 'Quit Pilothouse',
  start: 'Start',
  stop: 'Stop',
  servers: 'Servers',
  look: 'Look at it…',
  modes: { running: 'Running', 'read-only': 'Read-only', paused: 'Pause all agents', stopped: 'Stop all agents' },
  now: (mode, agents) =>
    ({
      running: number(agents, 'agent'),
      'read-only': 'read-only, acting tools are refused',
      paused: 'paused',
      stopped: 'stopped, agents are disconnected',
    })[mode],
  nothingWaits: 'nothing waits',
  questions: count => `${number(count, 'question')} for you`,
  toApprove: count => `${number(count, 'browser')} to approve`,
  moreQuestions: count => `${number(count, 'more question')}…`,
  moreServers: count => `${number(count, 'more server')}…`,
  argumentsHidden: count => `${count.toLocaleString('en')} characters of arguments are not shown here`,
  allow: count => `Allow ${uses(count)}`,
  deny: count => `Deny ${uses(count)}`,
  scopes: Object.fromEntries(Object.entries(scopes).map(([scope, { sentence }]) => [scope, sentence])) as Record<
    Scope,
    string
  >,
  wants: (verb, where) => `Wants to ${verb}: ${where}`,
  siteAsks: origin => `${origin} wants to use your assistant`,
  siteWants: (scopes, others) =>
    `It asks for ${number(scopes, 'permission')}.${others > 0 ? ` ${number(others, 'other page')} ${others === 1 ? 'asks' : 'ask'} too.` : ''}`,
  pagesAsk: count => `${number(count, 'page')} ${count === 1 ? 'asks' : 'ask'} for permissions`,
  asks: (asker, verb) => `${asker} wants to ${verb}`,
  unanswered: (what, others) => {
    const more = others > 0 ? ` ${number(others, 'other question')} ${others === 1 ? 'waits' : 'wait'} too.` : '';
    return `${what}. Unanswered, it is refused.${more}`;
  },
  states: {
    blocked: 'blocked',
    installing: 'installing',
    stopped: 'stopped',
    asleep: 'asleep',
    starting: 'starting',
    running: 'running',
    degraded: 'degraded',
    stopping: 'stopping',
    crashed: 'crashed',
    waiting: 'waiting',
    failed: 'failed',
    unauthorized: 'unauthorized',
  },
  crashed: (name, kind) => {
    if (kind === 'failed') return `${name} gave up`;
    return kind === 'waiting' ? `${name} crashed and starts again by itself` : `${name} crashed`;
  },
  away: name => `${name} is away and comes back by itself`,
  reason: inEnglish,
  logTells: 'Its log tells more.',
  drifted: name => `${name} changed its tools`,
  differing: tools =>
    tools === 1
      ? '1 definition differs from what was approved. Agents do not get it before you have looked.'
      : `${tools} definitions differ from what was approved. Agents do not get them before you have looked.`,
  connects: name => `${name} wants to connect`,
  waitsForYou: 'It waits for your approval.',
  asksForRules: program => `${program ?? 'An unknown program'} wants to change the rules`,
  changedRules: program => `${program ?? 'An unknown program'} changed the rules`,
  changesToConfirm: count => `${number(count, 'change')} to confirm`,
  answerInPanel: 'It asked by the command line. Unanswered, it is refused.',
  bundleRefused: file => `${file} cannot be opened`,
  closing: {
    question: 'Keep Pilothouse running in the tray?',
    detail:
      'Agents, browsers and servers stay connected, and the icon in the tray opens the window again. Quitting disconnects them. Settings can change this later.',
    buttons: ['Keep it in the tray', 'Quit', 'Cancel'],
  },
};
