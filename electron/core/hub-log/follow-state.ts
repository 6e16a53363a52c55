// What the hub's log says of the state that panels see: who came and left, which servers run, which ways in are open, what is wrong.
import { agentName } from '../../../contract/agent-name.ts';
import type { LogLevel, LogPart } from '../../../contract/doctor.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Agent, Browser, Endpoint, HubInfo } from '../../../contract/schemas/entities.ts';
import type { Server } from '../../../contract/schemas/servers.ts';
import type { StatePublisher } from '../state/publisher.ts';
import type { HubLog } from './hub-log.ts';

interface Said {
  readonly level: LogLevel;
  readonly part: LogPart;
  readonly what: Reason;
}

/** Says something each time that the kind of a state has changed. */
export function followState(state: StatePublisher, log: HubLog): void {
  const known = new Map<string, string>();
  let problems: HubInfo['problems'] = [];
  let { mode } = state.hub;
  const say = ({ level, part, what }: Said) => log.write(level, part, what);
  state.subscribe(({ hub, changes }) => {
    for (const { collection, id, value } of changes) {
      const entity = value as (Agent | Browser | Endpoint | Server) | null;
      const key = `${collection} ${id}`;
      if (entity === null) known.delete(key);
      else if (isFollowed(collection) && known.get(key) !== entity.state.kind) {
        known.set(key, entity.state.kind);
        const said = saidOf[collection](entity as never);
        if (said) say(said);
      }
    }
    if (!hub) return;
    for (const said of problemChanges(problems, hub.problems)) say(said);
    problems = hub.problems;
    if (hub.mode !== mode) say({ level: 'info', part: 'rule', what: { kind: 'mode-set', was: mode, mode: hub.mode } });
    mode = hub.mode;
  });
}

type Followed = keyof typeof saidOf;

function isFollowed(collection: string): collection is Followed {
  return Object.hasOwn(saidOf, collection);
}

const saidOf = {
  agents: ({ claimedName, state, ...agent }: Agent): Said => ({
    level: 'info',
    part: 'agent',
    what:
      state.kind === 'connected'
        ? { kind: 'log-agent-here', agent: agentName(agent), program: claimedName || '?' }
        : { kind: 'log-agent-gone', agent: agentName(agent), why: state.reason },
  }),
  browsers: saidOfBrowser,
  endpoints: saidOfEndpoint,
  servers: saidOfServer,
};

function saidOfBrowser({ name: browser, extensionVersion: version, state }: Browser): Said | null {
  const said = (what: Reason, level: LogLevel = 'info'): Said => ({ level, part: 'browser', what });
  switch (state.kind) {
    case 'connected':
      return said({ kind: 'log-browser-here', browser, version });
    case 'pending':
      return said({ kind: 'log-browser-waits', browser });
    case 'denied':
      return said({ kind: 'log-browser-denied', browser });
    case 'away':
      return said({ kind: 'log-browser-gone', browser }, 'warn');
  }
}

function saidOfEndpoint({ id: endpoint, address, state }: Endpoint): Said | null {
  const said = (what: Reason, level: LogLevel = 'info'): Said => ({ level, part: 'endpoint', what });
  switch (state.kind) {
    case 'listening':
      return said({ kind: 'log-endpoint-open', endpoint: address });
    case 'off':
      return said({ kind: 'log-endpoint-off', endpoint });
    case 'held':
      return said({ kind: 'log-endpoint-trouble', endpoint: address, why: state.by }, 'warn');
    case 'failed':
      return said({ kind: 'log-endpoint-trouble', endpoint: address, why: state.reason }, 'error');
  }
}

function saidOfServer({ id: server, state }: Server): Said | null {
  const said = (what: Reason, level: LogLevel = 'info'): Said => ({ level, part: 'server', what });
  switch (state.kind) {
    case 'installing':
      return state.reason ? said({ kind: 'log-server-trouble', server, why: state.reason }, 'warn') : null;
    case 'running':
      return said({ kind: 'log-server-runs', server });
    case 'stopped':
      return said({ kind: 'log-server-stopped', server });
    case 'crashed':
    case 'failed':
    case 'waiting':
    case 'degraded':
    case 'unauthorized':
      return said({ kind: 'log-server-trouble', server, why: state.reason }, 'warn');
    default:
      return null;
  }
}

function problemChanges(before: HubInfo['problems'], now: HubInfo['problems']): Said[] {
  const isIn = (list: HubInfo['problems'], id: string, reason: Reason) =>
    list.some(one => one.id === id && JSON.stringify(one.reason) === JSON.stringify(reason));
  const begun = now.filter(({ id, reason }) => !isIn(before, id, reason));
  const over = before.filter(({ id }) => !now.some(one => one.id === id));
  return [
    ...begun.map(({ reason }): Said => ({ level: 'error', part: 'problem', what: reason })),
    ...over.map(({ id }): Said => ({ level: 'info', part: 'problem', what: { kind: 'log-problem-over', id } })),
  ];
}
