// Property of decisions: two agents, tabs that navigate by themselves, rules, modes and owners that change, calls that are cancelled.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { browserId, createWorld, origins, scopes } from './decided-pages/world.ts';
import { settle } from './decided-pages/steps.ts';
import { type Property, property } from './property.ts';
import type { Scope } from '../../electron/contract/permissions.ts';

const agent = fc.nat(1);
const tab = fc.nat(1);
const origin = fc.constantFrom(...origins);
const event = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('go on' as const), choice: fc.nat(7) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      agent,
      tab,
      tool: fc.constantFrom('get_page_text', 'form_input', 'click'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('navigate' as const), tab, origin }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('rule' as const),
      agent,
      effect: fc.constantFrom('allow' as const, 'deny' as const),
      scope: fc.constantFrom(...scopes),
      origin,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('mode' as const),
      mode: fc.constantFrom('running' as const, 'running' as const, 'read-only' as const, 'paused' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('own' as const), tab, by: fc.option(agent) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), call: fc.nat(5) }) },
);

interface Call {
  readonly id: number;
  readonly agentId: string;
  readonly tabId: number;
  readonly scope: Scope;
  readonly controller: AbortController;
}

export const decidedPages: Property = property(
  'No interleaving of calls, navigations, rules, modes, owners and cancellations carries out or returns anything of an origin that was not decided on.',
  [fc.array(event, { maxLength: 60, size: 'max' })],
  async events => {
    const world = createWorld(2);
    const calls: Call[] = [];
    const judge = new Judge(world, calls);
    const agentAt = (index: number) => world.agentIds[index] ?? '';
    const tabAt = (index: number) => world.tabIds[index] ?? 0;
    for (const index of [0, 1])
      for (const scope of scopes) await world.setRule(agentAt(index), 'allow', scope, origins[0]);
    for (const step of events) {
      if (step.do === 'go on') await world.steps.goOn(step.choice);
      else if (step.do === 'navigate') world.navigate(tabAt(step.tab), step.origin);
      else if (step.do === 'rule') await world.setRule(agentAt(step.agent), step.effect, step.scope, step.origin);
      else if (step.do === 'revoke') await world.revokeAll();
      else if (step.do === 'mode') world.setMode(step.mode);
      else if (step.do === 'own' && step.by === null) world.tabs.takeOver(browserId, tabAt(step.tab));
      else if (step.do === 'own') world.tabs.giveTo(agentAt(step.by ?? 0), browserId, tabAt(step.tab));
      else if (step.do === 'cancel') calls[step.call]?.controller.abort();
      else if (step.do === 'call') judge.begin(agentAt(step.agent), tabAt(step.tab), step.tool);
      await settle();
      judge.look();
    }
    while (!world.steps.isEmpty) {
      await world.steps.goOn(0);
      judge.look();
    }
    for (const { controller } of calls) controller.abort();
    world.end();
    await settle();
  },
);

type World = ReturnType<typeof createWorld>;

/** Looks after each step, while the rules are still those under which it was made. */
class Judge {
  readonly #world: World;
  readonly #calls: Call[];
  #sent = 0;
  #deeds = 0;
  readonly #faults: unknown[] = [];

  constructor(world: World, calls: Call[]) {
    this.#world = world;
    this.#calls = calls;
  }

  begin(agentId: string, tabId: number, tool: string): void {
    const id = this.#calls.length;
    const scope = tool === 'get_page_text' ? 'browser:activeTab.read' : 'browser:activeTab.interact';
    const call: Call = { id, agentId, tabId, scope, controller: new AbortController() };
    this.#calls.push(call);
    const args = {
      tabId,
      selector: `#${id}`,
      ...(tool === 'form_input' && { value: 'x' }),
      ...(tool === 'click' && { action: 'left_click' }),
    };
    const name = tool === 'click' ? 'computer' : tool;
    void this.#world
      .call(agentId, name, args, call.controller.signal)
      .then(result => this.#returned(call, JSON.stringify(result)))
      .catch((error: unknown) => {
        if (!call.controller.signal.aborted) this.#faults.push(error);
      });
  }

  #returned(call: Call, text: string): void {
    for (const at of origins) if (text.includes(`secret of ${at}`)) this.#expectAllowed(call, at, 'answered');
  }

  look(): void {
    if (this.#faults.length > 0) throw this.#faults[0];
    const { sent, browser } = this.#world;
    for (const { callId, origin: decided } of sent.slice(this.#sent))
      this.#expectAllowed(this.#call(callId), decided ?? '', 'sent');
    this.#sent = sent.length;
    for (const { callId, origin: at } of browser.deeds.slice(this.#deeds)) {
      const decided = sent.filter(one => one.callId === callId).map(one => one.origin);
      assert.ok(decided.includes(at), `Call ${callId} was decided for ${decided.join()} and carried out on ${at}.`);
    }
    this.#deeds = browser.deeds.length;
  }

  #call(id: number): Call {
    const call = this.#calls[id];
    if (!call) throw new Error(`There is no call ${id}.`);
    return call;
  }

  #expectAllowed({ id, agentId, tabId, scope }: Call, at: string, what: string): void {
    assert.ok(
      this.#world.isAllowed(agentId, tabId, scope, at),
      `Call ${id} was ${what} for ${at}, which the rules do not let it have.`,
    );
  }
}
