// How long a grant holds, whatever happens meanwhile: as its lifetime says, and a denial exactly as long as an allowance.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decide } from '../../../../electron/core/permissions/decide.ts';
import { GrantRegistry } from '../../../../electron/core/permissions/grant-registry.ts';
import { noRules } from '../../../../electron/core/permissions/rule-index.ts';
import { agentId, buildState, noon, otherAgentId } from '../../../support/hub-fixtures.ts';
import type { Lifetime } from '../../../../contract/permissions.ts';
import type { NewGrant } from '../../../../electron/core/permissions/grant-registry.ts';
import type { PermissionRequest } from '../../../../electron/core/permissions/rule.ts';
import type { StoredGrant } from '../../../../electron/core/store/grants-table.ts';

type Event =
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'tab closes'; readonly tabId: number }
  | { readonly kind: 'agent leaves'; readonly agentId: string }
  | { readonly kind: 'screen locks' | 'hub starts anew' | 'browser and hub start anew' | 'swept' };

const onceMs = 600_000;
const subject = { kind: 'client', id: 'c1' } as const;
const tab = { browserId: 'b1', tabId: 42 };
const kept: readonly Lifetime[] = ['once', 'agent', 'lock', 'always'];

const request: PermissionRequest = {
  subjects: [subject],
  start: 'ask',
  verified: true,
  agentId,
  scope: 'browser:navigate',
  tool: 'navigate',
  resources: [
    { kind: 'site', origin: 'https://example.com' },
    { kind: 'tab', ...tab },
  ],
  readOnly: false,
  ownTab: true,
};

const anyGrant = fc.record({
  lifetime: fc.constantFrom(...kept),
  tools: fc.constantFrom<string[] | null>(null, ['navigate']),
  place: fc.constantFrom('any', 'site'),
  withTab: fc.boolean(),
});
const anyEvents = fc.array(
  fc.oneof(
    fc.constantFrom(1, 60_000, onceMs - 1, onceMs).map((ms): Event => ({ kind: 'time', ms })),
    fc.constantFrom(42, 43).map((tabId): Event => ({ kind: 'tab closes', tabId })),
    fc.constantFrom(agentId, otherAgentId).map((id): Event => ({ kind: 'agent leaves', agentId: id })),
    fc
      .constantFrom('screen locks', 'hub starts anew', 'browser and hub start anew', 'swept')
      .map((kind): Event => ({ kind })),
  ),
  { maxLength: 8 },
);

/** A registry on a disk that keeps what it is given, as the store does. */
function createHub() {
  const disk = new Map<string, StoredGrant>();
  let run = 'run-1';
  const clock = { now: noon };
  let lastId = 0;
  const start = () =>
    new GrantRegistry({
      state: buildState(),
      rows: [...disk.values()],
      lastId,
      now: () => clock.now,
      monotonic: () => clock.now,
      persist: {
        add: async (grants, last) => {
          for (const grant of grants) disk.set(grant.id, grant);
          lastId = last;
        },
        used: () => {},
        remove: async id => void disk.delete(id),
        ended: id => void disk.delete(id),
      },
      runOf: () => run,
    });
  const hub = { clock, registry: start() };
  return {
    ...hub,
    happens(event: Event) {
      if (event.kind === 'time') hub.clock.now += event.ms;
      else if (event.kind === 'tab closes') hub.registry.tabEnded('b1', event.tabId);
      else if (event.kind === 'agent leaves') hub.registry.agentLeft(event.agentId);
      else if (event.kind === 'screen locks') hub.registry.screenLocked();
      else if (event.kind === 'swept') hub.registry.sweep();
      else {
        if (event.kind === 'browser and hub start anew') run += '1';
        hub.registry = start();
        // Numbers come again: only the run tells whether they mean the same tabs.
        hub.registry.tabsProven('b1', run, [42, 43]);
      }
    },
    decision: () => decide(request, hub.registry.rules, noRules, hub.clock.now).kind,
    add: (grant: NewGrant) => hub.registry.add(grant),
  };
}

/** The lifetimes in words, one after the other. */
function ends({ lifetime, tab: bound }: NewGrant, event: Event, age: number): boolean {
  switch (event.kind) {
    case 'time':
    case 'swept':
      return lifetime === 'once' && age >= onceMs;
    case 'tab closes':
      return bound !== null && event.tabId === bound.tabId;
    case 'agent leaves':
      return lifetime === 'agent' && event.agentId === agentId;
    case 'screen locks':
      return lifetime === 'lock';
    case 'hub starts anew':
      return lifetime === 'lock';
    case 'browser and hub start anew':
      return lifetime === 'lock' || bound !== null;
  }
}

test('A grant holds until the first thing that ends its lifetime, and a denial exactly as long.', async () => {
  await fc.assert(
    fc.asyncProperty(anyGrant, anyEvents, async ({ lifetime, tools, place, withTab }, events) => {
      const resource =
        place === 'any' ? { kind: 'any' as const } : { kind: 'site' as const, origin: 'https://example.com' };
      const grant: Omit<NewGrant, 'effect'> = {
        subject,
        scope: 'browser:navigate',
        tools,
        reading: false,
        resource,
        lifetime,
        agentId: lifetime === 'agent' ? agentId : null,
        tab: lifetime === 'once' && withTab ? tab : null,
      };
      for (const effect of ['allow', 'deny'] as const) {
        const hub = createHub();
        await hub.add({ ...grant, effect });
        let holds = true;
        let age = 0;
        for (const event of events) {
          hub.happens(event);
          if (event.kind === 'time') age += event.ms;
          holds &&= !ends({ ...grant, effect }, event, age);
          expect(hub.decision()).toBe(holds ? effect : 'ask');
        }
      }
    }),
    { numRuns: 300 },
  );
});
