// The chain that has to be whole before an agent can drive a browser, and which link is not.
import { connectedAgents } from '../../store/connected-agents.ts';
import { formatAge } from '../../words/format.ts';
import { t } from '../../words/language.ts';
import type { ManifestRow } from '../../../contract/schemas/manifests.ts';
import type { Snapshot } from '../../../contract/schemas/snapshot.ts';

export interface Rung {
  readonly title: string;
  readonly state: 'done' | 'next' | 'later';
  readonly text: string;
}

/** Five rungs; the first that is not done is `next`. `rows` is null while the manifests are being looked at. */
export function connectLadder(snapshot: Snapshot, rows: readonly ManifestRow[] | null, now: number): Rung[] {
  const all = [
    hubRung(snapshot),
    manifestRung(rows),
    extensionRung(snapshot),
    agentRung(snapshot),
    tripRung(snapshot, now),
  ];
  const next = all.findIndex(rung => !rung.done);
  return all.map(({ title, done, text }, index) => ({
    title,
    text,
    state: done ? 'done' : index === next ? 'next' : 'later',
  }));
}

interface Check {
  readonly title: string;
  readonly done: boolean;
  readonly text: string;
}

function hubRung({ endpoints }: Snapshot): Check {
  const open = Object.values(endpoints).filter(({ state }) => state.kind === 'listening');
  const text = t(
    '{count, plural, =0 {No way in is open.} one {Listens on # endpoint.} other {Listens on # endpoints.}}',
    {
      count: open.length,
    },
  );
  return { title: t('Hub'), done: open.length > 0, text };
}

function manifestRung(rows: readonly ManifestRow[] | null): Check {
  const found = rows?.filter(row => row.found === 'yes') ?? [];
  const ours = found.filter(row => row.state === 'ours');
  const title = t('Manifest');
  if (rows === null) return { title, done: false, text: t('Looking for browsers.') };
  if (found.length === 0) return { title, done: false, text: t('No known browser was found on this machine.') };
  const text =
    ours.length === 0
      ? t('Switch on one of {count, plural, one {# browser} other {# browsers}} below.', { count: found.length })
      : t('Written for {names}.', { names: ours.map(row => row.name).join(', ') });
  return { title, done: ours.length > 0, text };
}

function extensionRung({ browsers }: Snapshot): Check {
  const here = Object.values(browsers).filter(({ state }) => state.kind === 'connected');
  const pending = Object.values(browsers).some(({ state }) => state.kind === 'pending');
  const names = here
    .map(({ name, extensionVersion }) => t('{extensionVersion} in {name}', { extensionVersion, name }))
    .join(', ');
  const text =
    here.length > 0
      ? `${names}.`
      : pending
        ? t('It waits for your approval below.')
        : t('Load the folder below into the browser.');
  return { title: t('Extension'), done: here.length > 0, text };
}

function agentRung(snapshot: Snapshot): Check {
  const count = connectedAgents(snapshot).length;
  const known = Object.keys(snapshot.clients).length;
  const text =
    count > 0
      ? t('{count} connected.', { count })
      : known > 0
        ? t('A credential is made; start the agent with it.')
        : t('Make a credential below and give it to an agent.');
  return { title: t('Agent'), done: count > 0, text };
}

function tripRung({ agents, tabs }: Snapshot, now: number): Check {
  const times = Object.values(agents).flatMap(({ lastCallAt, calls, refused }) =>
    lastCallAt !== null && calls > refused ? [lastCallAt] : [],
  );
  const acted = Object.values(tabs).some(({ lastAction }) => lastAction !== null);
  const title = t('Round trip');
  if (times.length === 0)
    return { title, done: false, text: t('Agent, hub, browser and back: the first call shows here.') };
  const age = formatAge(Math.max(...times), now);
  const text = acted ? t('Last call {age}, through a tab.', { age }) : t('Last call {age}.', { age });
  return { title, done: true, text };
}
