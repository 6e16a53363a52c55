// The events of the hub: every listener hears, in order, whatever the one before it throws.
import { describe, expect, test } from 'vitest';
import { isReason } from '../../../../contract/reason.ts';
import { followEvents } from '../../../../electron/core/composition/follow-events.ts';
import { HubEvents } from '../../../../electron/core/composition/hub-events.ts';
import type { BaseParts } from '../../../../electron/core/composition/base-parts.ts';
import type { Registries } from '../../../../electron/core/composition/registries.ts';

function createEvents() {
  const failures: string[] = [];
  const events = new HubEvents(({ kind }, error) => failures.push(`${kind}: ${String(error)}`));
  return { events, failures };
}

describe('HubEvents', () => {
  test('Listeners are called in the order of subscription, before emit returns, and only those of that event.', () => {
    const { events } = createEvents();
    const heard: string[] = [];
    events.on('agentLeft', ({ agentId }) => heard.push(`first ${agentId}`));
    events.on('serverRemoved', ({ serverId }) => heard.push(serverId));
    events.on('agentLeft', ({ agentId }) => heard.push(`second ${agentId}`));
    events.emit({ kind: 'agentLeft', agentId: 'agent_1' });
    expect(heard).toEqual(['first agent_1', 'second agent_1']);
  });

  test('One that throws or rejects stops no other, and the failure is told.', async () => {
    const { events, failures } = createEvents();
    const heard: string[] = [];
    events.on('rulesChanged', () => {
      throw new Error('broken');
    });
    events.on('rulesChanged', () => Promise.reject(new Error('late')));
    events.on('rulesChanged', () => heard.push('third'));
    events.emit({ kind: 'rulesChanged' });
    expect(heard).toEqual(['third']);
    await expect.poll(() => failures).toEqual(['rulesChanged: Error: broken']);
  });

  test('Whoever waits for an event goes on once all have ended, and gets the first failure.', async () => {
    const { events, failures } = createEvents();
    const heard: string[] = [];
    events.on('serverRemoved', () => Promise.reject(new Error('The disk is full.')));
    events.on('serverRemoved', async () => {
      await Promise.resolve();
      heard.push('slow');
    });
    await expect(events.settle({ kind: 'serverRemoved', serverId: 's' })).rejects.toThrow('The disk is full.');
    expect([heard, failures]).toEqual([['slow'], []]);
  });
});

/** A reason by its code. */
function wordOf(value: unknown): unknown {
  return isReason(value) ? value.kind : value;
}

describe('What follows from an event', () => {
  /** Every part of the hub, each method of which writes down that it was called. */
  function follow() {
    const { events } = createEvents();
    const called: string[] = [];
    const part = (name: string) =>
      new Proxy(
        {},
        {
          get:
            (_, method) =>
            (...args: unknown[]) =>
              called.push([name, method, ...args.map(wordOf)].join(' ')),
        },
      );
    const parts = (...names: string[]) => Object.fromEntries(names.map(name => [name, part(name)]));
    const registries = {
      ...parts(
        'agents',
        'browsers',
        'tabs',
        'grants',
        'prompts',
        'pauses',
        'limiter',
        'servers',
        'gateway',
        'scripts',
        'signIns',
        'catalogue',
      ),
      ...parts('toolPins', 'underWay', 'listings', 'refusals', 'siteQuestions', 'siteServers'),
      toolSwitches: {
        removeClient: () => Promise.resolve(['tool']),
        removeServer: () => called.push('toolSwitches'),
        removePlugin: () => called.push('toolSwitches of a plugin'),
      },
    };
    followEvents(events, parts('mode') as unknown as BaseParts, registries as unknown as Registries);
    return { events, called };
  }

  test.each([
    [
      { kind: 'agentLeft', agentId: 'a' },
      [
        'tabs orphan a',
        'grants agentLeft a',
        'prompts agentLeft a',
        'limiter agentLeft a',
        'servers agentLeft a',
        'gateway agentGone a',
        'listings agentGone a',
        'refusals forget a',
      ],
    ],
    [
      { kind: 'clientRevoked', clientId: 'c' },
      ['agents disconnectClient c user-revoked', 'grants revokeClient c', 'catalogue changed tool'],
    ],
    [
      { kind: 'serverRemoved', serverId: 's' },
      [
        'scripts forget s',
        'signIns forget s',
        'prompts serverRemoved s',
        'grants revokeServer s',
        'toolPins removeServer s',
        'toolSwitches',
        'siteServers forget s',
        'siteQuestions offererGone server s',
      ],
    ],
    [
      { kind: 'pluginForgotten', pluginId: 'p' },
      [
        'prompts pluginForgotten p',
        'grants revokePlugin p',
        'toolPins removeServer p',
        'toolSwitches of a plugin',
        'siteQuestions offererGone plugin p',
      ],
    ],
    [
      { kind: 'siteBlocked', origin: 'o' },
      [
        ...['siteQuestions originBlocked o', 'grants revokeOrigin o false', 'tabs showing o', 'grants onceOver 3'],
        ...['underWay recheck', 'siteServers forgetSite o'],
      ],
    ],
    [
      { kind: 'siteForgotten', origin: 'o' },
      ['siteServers forgetSite o', 'siteQuestions originBlocked o', 'grants revokeOrigin o true'],
    ],
    [
      { kind: 'tabEnded', browserId: 'b', tabId: 7, isClosed: true },
      ['grants tabEnded b 7 true', 'prompts tabEnded b 7'],
    ],
    [
      { kind: 'tabOwnerChanged', browserId: 'b', tabId: 7, wasAgents: true },
      ['prompts recheck', 'underWay recheck', 'browsers ownerChanged b 7'],
    ],
    [{ kind: 'tabOwnerChanged', browserId: 'b', tabId: 7, wasAgents: false }, ['prompts recheck', 'underWay recheck']],
    [{ kind: 'rulesChanged' }, ['pauses recheck', 'prompts recheck', 'underWay recheck', 'servers policyChanged']],
    [{ kind: 'modeChanged', mode: 'paused' }, ['browsers modeChanged paused', 'pauses recheck', 'underWay recheck']],
    [
      { kind: 'modeChanged', mode: 'stopped' },
      ['browsers modeChanged stopped', 'pauses recheck', 'underWay recheck', 'agents disconnectAll user-stopped'],
    ],
    [{ kind: 'agentModeChanged' }, ['pauses recheck', 'underWay recheck']],
    [{ kind: 'screenLocked' }, ['grants screenLocked', 'mode screenLocked']],
  ] as const)('%j', async (event, expected) => {
    const { events, called } = follow();
    await events.settle(event);
    expect(called).toEqual(expected);
  });
});
