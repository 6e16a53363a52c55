// What a hub tells its fleet of itself, read off its state: as much as its owner shows.
import { policyInForce } from '../../../../contract/fleet.ts';
import type { FleetPresence, FleetShows } from '../../../../contract/schemas/fleet.ts';
import type { StatePublisher } from '../../state/publisher.ts';

export interface HubFactsOptions {
  readonly state: Pick<StatePublisher, 'hub' | 'all' | 'count'>;
  readonly os: string;
  /** Whether panels of other hubs may look in here, and answer questions. */
  opens(): FleetPresence['opens'];
  now(): number;
}

export type HubIdentity = Pick<FleetPresence, 'name' | 'hubId' | 'roles'>;

const maxAgents = 200;
const maxServers = 500;
const maxNameChars = 200;
const minuteMs = 60_000;

export class HubFacts {
  readonly #options: HubFactsOptions;
  /** How many calls there were in all, at moments of the last minute. */
  #counts: { readonly at: number; readonly calls: number }[] = [];

  constructor(options: HubFactsOptions) {
    this.#options = options;
  }

  read({ name, hubId, roles }: HubIdentity, shows: FleetShows): FleetPresence {
    const { state, os, opens, now } = this.#options;
    const { hub } = state;
    const at = now();
    return {
      ...{ name, hubId, os, at },
      version: hub.version.slice(0, 40),
      roles: [...roles],
      mode: hub.mode,
      startedAt: hub.startedAt,
      agents: shows.agents ? this.#agents() : null,
      servers: shows.servers ? this.#servers() : null,
      questions: shows.questions ? state.count('prompts') + state.count('siteQuestions') : null,
      callsPerMinute: this.#callsPerMinute(at),
      policy: policyInForce(hub.fleet?.policy)?.version ?? null,
      opens: opens(),
    };
  }

  #agents(): FleetPresence['agents'] {
    const here = [...this.#options.state.all('agents')].filter(({ state }) => state.kind === 'connected');
    return here.slice(0, maxAgents).map(({ name, calls }) => ({ name: name.slice(0, maxNameChars), calls }));
  }

  #servers(): FleetPresence['servers'] {
    const all = [...this.#options.state.all('servers')].slice(0, maxServers);
    return all.map(({ name, state }) => ({ name: name.slice(0, maxNameChars), state: state.kind }));
  }

  /** An agent that left takes its count along, so a minute never has less than none. */
  #callsPerMinute(at: number): number {
    let calls = 0;
    for (const agent of this.#options.state.all('agents')) calls += agent.calls;
    this.#counts = [...this.#counts.filter(count => at - count.at <= minuteMs), { at, calls }];
    return Math.max(0, calls - (this.#counts[0]?.calls ?? calls));
  }
}

/** Without what changes by itself all the time: where this is the same, others need not hear of it at once. */
export function steadyPart({
  at: _at,
  everyMs: _every,
  callsPerMinute: _calls,
  agents,
  ...rest
}: FleetPresence): string {
  return JSON.stringify([rest, agents?.map(({ name }) => name)]);
}
