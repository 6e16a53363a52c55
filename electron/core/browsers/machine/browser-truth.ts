// The one thing that counts now about a browser of this machine: the first that keeps its companion from answering, or that it answers.
import { localTime } from '../../../../native-host/manifests/reasons.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { BrowserTruth, MachineBrowser, WhoAnswers } from '../../../../contract/schemas/browsers.ts';
import type { Browser } from '../../../../contract/schemas/entities.ts';
import type { ManifestRow } from '../../../../contract/schemas/manifests.ts';

export interface TruthFacts {
  readonly row: ManifestRow;
  readonly isOn: boolean;
  readonly answer: WhoAnswers['answer'];
  readonly running: MachineBrowser['running'];
  readonly seen: readonly SeenCompanion[];
  /** Version of the companion that comes with this hub. */
  readonly wanted: string;
}

export interface SeenCompanion {
  readonly browser: Browser;
  readonly isOld: boolean;
  readonly seenAt: number;
  readonly profile: string | null;
}

export function truthOf(facts: TruthFacts): BrowserTruth {
  const { row, isOn, answer, seen } = facts;
  if (row.found === 'no') return { kind: 'not-here', reason: row.reason };
  const barred = barredTruth(facts);
  // What keeps the relay from being started is in nobody's way once the companion has come by the WebSocket.
  if (barred) return seen.some(({ browser }) => browser.state.kind === 'connected') ? companionTruth(facts) : barred;
  // What answers is on, whoever switched it on.
  if (!isOn && answer.kind !== 'pilothouse') return { kind: 'off', reason: offReason(row) };
  if (answer.kind === 'other')
    return { kind: 'other-program', program: answer.program, reason: wellReason(row, answer.reason) };
  if (row.state === 'foreign') return { kind: 'other-program', program: null, reason: row.reason };
  if (answer.kind === 'nobody') return { kind: 'broken', reason: wellReason(row, answer.reason) };
  return companionTruth(facts);
}

/** The browser starts no relay, whatever its manifests say. */
function barredTruth({ row, answer }: TruthFacts): BrowserTruth | null {
  if (row.state === 'unsupported') return { kind: 'needs-websocket', reason: row.reason };
  if (answer.kind !== 'forbidden') return null;
  return { kind: 'forbidden', reason: { kind: 'browser-forbidden', browser: row.name, why: answer.reason } };
}

/** The manifest is as it should be: what the companion itself says of it. */
function companionTruth({ row: { name: browser }, running, seen, wanted }: TruthFacts): BrowserTruth {
  const inState = (kind: Browser['state']['kind']) => seen.find(one => one.browser.state.kind === kind);
  const here = inState('connected');
  if (here?.isOld) {
    const version = here.browser.extensionVersion;
    return {
      kind: 'old-extension',
      version,
      wanted,
      reason: { kind: 'browser-extension-old', browser, version, wanted },
    };
  }
  if (here) {
    const reason: Reason = { kind: 'browser-answers', browser, version: here.browser.extensionVersion };
    return { kind: 'connected', since: here.browser.state.since, reason };
  }
  const waiting = inState('pending')?.browser.state;
  if (waiting?.kind === 'pending')
    return {
      kind: 'waits',
      code: waiting.code,
      reason: { kind: 'browser-extension-waits', browser, code: waiting.code },
    };
  if (running.kind === 'no') return { kind: 'closed', reason: { kind: 'browser-closed', browser } };
  if (inState('denied')) return { kind: 'denied', reason: { kind: 'browser-extension-denied', browser } };
  const [newest] = seen.toSorted((one, other) => other.seenAt - one.seenAt);
  if (newest === undefined) return { kind: 'no-extension', reason: { kind: 'browser-no-extension', browser } };
  const at = localTime(newest.seenAt);
  return { kind: 'away', seenAt: newest.seenAt, reason: { kind: 'browser-extension-away', browser, at } };
}

function offReason({ name, state, reason }: ManifestRow): Reason {
  return state === 'absent' ? { kind: 'browser-off', browser: name } : reason;
}

/** What the installer says of the place names the remedy, where it found the same fault. */
function wellReason(row: ManifestRow, otherwise: Reason): Reason {
  return row.state === 'ours' || row.state === 'absent' ? otherwise : row.reason;
}
