// What a person does with permissions beyond a prompt, in the panel and on the command line alike: grant, revoke, ask why.

import { clientSubjects } from '../../../contract/fleet-client-id.ts';
import { scopes } from '../../../contract/permissions.ts';
import { hubError } from '../../../words/hub-error.ts';
import { explain } from './explain.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { Agent, Client } from '../../../contract/schemas/entities.ts';
import type { ExplainAsk, Explanation, NewGrant } from '../../../contract/schemas/grants.ts';
import type { Grant, Prompt, Resource, Subject } from '../../../contract/schemas/permissions.ts';
import type { GrantRegistry } from './grant-registry.ts';
import type { PermissionRequest } from './rule.ts';
import type { Rules } from './rule-index.ts';

export interface PermissionServiceOptions {
  readonly grants: GrantRegistry;
  readonly policy: () => Rules;
  readonly client: (id: string) => Client | null;
  readonly agent: (id: string) => Pick<Agent, 'clientId'> | null;
  /** Whether there is such a server. */
  readonly server: (id: string) => boolean;
  /** Whether there is such a plugin. */
  readonly plugin: (id: string) => boolean;
  readonly prompt: (id: string) => Prompt | null;
  /** Whether a tool only reads, by its id; null when it is not known. */
  readonly reads: (tool: string) => boolean | null;
  /** Whether the lock of the screen is reported. */
  readonly locks: () => boolean;
  readonly now: () => number;
}

export class PermissionService {
  readonly #options: PermissionServiceOptions;

  constructor(options: PermissionServiceOptions) {
    this.#options = options;
  }

  /** Without those that have run out. */
  list(): readonly Grant[] {
    this.#options.grants.sweep();
    return this.#options.grants.all();
  }

  /** Rejects as `expectSettable` throws. */
  async set(grant: NewGrant): Promise<Grant> {
    this.expectSettable(grant);
    const { resource } = grant;
    const tab = resource.kind === 'tab' ? { browserId: resource.browserId, tabId: resource.tabId } : null;
    return this.#options.grants.add({ ...grant, tab });
  }

  /** Throws ERR_INVALID_ARGUMENTS for an unknown client, and for what could not end as it says. */
  expectSettable({ effect, subject, lifetime, agentId, resource }: NewGrant): void {
    if (subject.kind === 'client' && !this.#options.client(subject.id))
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'unknown-client', client: subject.id });
    this.expectLifetime(lifetime);
    if ((lifetime === 'agent') !== (agentId !== null))
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'lifetime-agent' });
    if (agentId !== null) this.#expectAgent(agentId, subject);
    // A server that is added later under this id would come into what nobody granted to it.
    if (effect === 'allow' && resource.kind === 'server' && !this.#options.server(resource.serverId))
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'unknown-server', server: resource.serverId });
    if (effect === 'allow' && resource.kind === 'plugin' && !this.#options.plugin(resource.pluginId))
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-plugin', plugin: resource.pluginId });
    // The next tab of that number is another one.
    if (lifetime === 'always' && resource.kind === 'tab')
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'tab-for-always' });
  }

  revoke(grantId: string): Promise<void> {
    return this.#options.grants.revoke(grantId);
  }

  /** Throws ERR_INVALID_ARGUMENTS for a prompt that has ended. */
  explain(ask: ExplainAsk): Explanation {
    const { grants, policy, now } = this.#options;
    return explain(this.#requestOf(ask), grants.rules, policy(), now());
  }

  /** Throws ERR_INVALID_ARGUMENTS for a lifetime that is not offered here. */
  expectLifetime(lifetime: string): void {
    if (lifetime === 'lock' && !this.#options.locks())
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'lock-not-reported' });
  }

  #expectAgent(agentId: string, { kind, id }: Subject): void {
    const agent = this.#options.agent(agentId);
    if (agent && (kind !== 'client' || agent.clientId === id)) return;
    const reason: Reason = agent
      ? { kind: 'agent-of-other', agent: agentId, client: agent.clientId, other: id }
      : { kind: 'unknown-agent', agent: agentId };
    throw hubError('ERR_INVALID_ARGUMENTS', reason);
  }

  #requestOf(ask: ExplainAsk): PermissionRequest {
    if (!('promptId' in ask)) {
      const { subject, scope, tool, resource } = ask.request;
      const readOnly = this.#options.reads(tool) ?? !scopes[scope].acts;
      const resources = resource.kind === 'any' ? [] : [resource];
      const subjects = subject.kind === 'client' ? clientSubjects(subject.id) : [subject];
      return this.#request({ subjects, scope, tool, resources, readOnly, agentId: '' });
    }
    const prompt = this.#options.prompt(ask.promptId);
    if (!prompt) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'prompt-ended-ask-audit', prompt: ask.promptId });
    const { clientId, subject, scope, tool, readOnly, agentId } = prompt;
    const client = clientSubjects(clientId);
    const subjects = subject.kind === 'client' ? client : [...client, subject];
    return this.#request({ subjects, scope, tool, resources: placesOf(prompt), readOnly, agentId });
  }

  #request(fields: Omit<PermissionRequest, 'start' | 'verified' | 'ownTab'>): PermissionRequest {
    const subject = fields.subjects.find(({ kind }) => kind === 'client');
    const client = subject && this.#options.client(subject.id);
    const start = subject ? (client?.start ?? 'ask') : null;
    // Gates before this one let through only what is in the asker's own tabs.
    return { ...fields, start, verified: client?.verified ?? false, ownTab: fields.scope.startsWith('browser:') };
  }
}

function placesOf({ resource, site, tab }: Prompt): Resource[] {
  const offering: Resource[] = resource.kind === 'server' || resource.kind === 'plugin' ? [resource] : [];
  return [
    ...offering,
    ...(site === null ? [] : [{ kind: 'site' as const, origin: site }]),
    ...(tab === null ? [] : [{ kind: 'tab' as const, ...tab }]),
  ];
}
