// Property of decisions: two agents, tabs that navigate by themselves, frames in them, rules, answers, modes and owners that change.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { settle } from './decided-pages/steps.ts';
import { browserId, createWorld, origins, scopes } from './decided-pages/world.ts';
import { type Property, property } from './property.ts';
import type { Scope } from '../../contract/permissions.ts';
import type { Answer } from '../../electron/core/permissions/answer.ts';

const agent = fc.nat(1);
const tab = fc.nat(2);
const origin = fc.constantFrom(...origins);
const effect = fc.constantFrom('allow' as const, 'deny' as const);
const tools = {
  get_page_text: { scope: 'browser:activeTab.read', args: {} },
  form_input: { scope: 'browser:activeTab.interact', args: { value: 'x' } },
  computer: { scope: 'browser:activeTab.interact', args: { action: 'left_click' } },
  tabs_close: { scope: 'browser:tabs.create', args: {} },
} as const;
const tool = fc.constantFrom(
  ...(['get_page_text', 'get_page_text', 'form_input', 'form_input', 'computer', 'computer'] as const),
  'tabs_close' as const,
);
const event = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('go on' as const), choice: fc.nat(7), times: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('call' as const), agent, tab, tool }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('navigate' as const), tab, origin, frame: fc.option(origin) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      choice: fc.nat(5),
      effect,
      lifetime: fc.constantFrom('use' as const, 'always' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('rule' as const),
      agent,
      effect,
      scope: fc.constantFrom(...scopes),
      origin,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const), choice: fc.nat(5) }) },
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
  /** Sites that the user has allowed it for, and it alone. */
  readonly answers: Set<string>;
}

export const decidedPages: Property = property(
  'No interleaving of calls, navigations, rules, answers, modes, owners and cancellations carries out or returns anything of an origin that was not decided on, or that the audit does not tell.',
  [fc.boolean(), fc.array(event, { maxLength: 60, size: 'max' })],
  async (hasDebugger, events) => {
    const world = createWorld(3, hasDebugger);
    const calls: Call[] = [];
    const judge = new Judge(world, calls);
    const agentAt = (index: number) => world.agentIds[index] ?? '';
    const tabAt = (index: number) => world.tabIds[index] ?? 0;
    // Acting on two sites, so that a page of one may hold a frame of the other.
    for (const index of [0, 1])
      for (const [at, scope] of scopes.entries())
        for (const allowed of origins.slice(0, 1 + (at % 2)))
          await world.setRule(agentAt(index), 'allow', scope, allowed);
    // Where nothing is ever carried out, nothing of what follows could fail.
    judge.begin(agentAt(0), tabAt(0), 'get_page_text');
    await drain(world, judge);
    assert.equal(world.browser.deeds.length, 1, 'What is allowed is carried out.');
    for (const step of events) {
      if (step.do === 'go on') await judge.goOn(step.choice, step.times);
      else if (step.do === 'navigate') world.navigate(tabAt(step.tab), step);
      else if (step.do === 'answer') await judge.answer(step.choice, step);
      else if (step.do === 'rule') await world.setRule(agentAt(step.agent), step.effect, step.scope, step.origin);
      else if (step.do === 'revoke') await world.revoke(step.choice);
      else if (step.do === 'mode') world.setMode(step.mode);
      else if (step.do === 'own' && step.by === null) world.tabs.takeOver(browserId, tabAt(step.tab));
      else if (step.do === 'own') world.tabs.giveTo(agentAt(step.by ?? 0), browserId, tabAt(step.tab));
      else if (step.do === 'cancel') calls[step.call]?.controller.abort();
      else if (step.do === 'call') judge.begin(agentAt(step.agent), tabAt(step.tab), step.tool);
      await settle();
      judge.look();
    }
    await drain(world, judge);
    for (const { controller } of calls) controller.abort();
    await drain(world, judge);
    judge.lookAtAudit();
    world.end();
    await settle();
  },
);

async function drain(world: World, judge: Judge): Promise<void> {
  await settle();
  while (!world.steps.isEmpty) {
    await world.steps.goOn(0);
    judge.look();
  }
}

type World = ReturnType<typeof createWorld>;

/** Looks after each step, while the rules are still those under which it was made. */
class Judge {
  readonly #world: World;
  readonly #calls: Call[];
  readonly #returned: { readonly callId: number; readonly origin: string }[] = [];
  /** Calls that their target answered, be it with the error that its page gives. */
  readonly #carriedOut = new Set<number>();
  #sent = 0;
  #deeds = 0;
  readonly #faults: unknown[] = [];

  constructor(world: World, calls: Call[]) {
    this.#world = world;
    this.#calls = calls;
  }

  begin(agentId: string, tabId: number, name: keyof typeof tools): void {
    const id = this.#calls.length;
    const { scope, args } = tools[name];
    const call: Call = { id, agentId, tabId, scope, controller: new AbortController(), answers: new Set() };
    this.#calls.push(call);
    // Each is another call to the user.
    const marked = { ...args, tabId, selector: `#${id}` };
    void this.#world
      .call(id, agentId, name, marked, call.controller.signal)
      .then(result => this.#take(call, JSON.stringify(result)))
      .catch((error: unknown) => {
        if (!call.controller.signal.aborted) this.#faults.push(error);
      });
  }

  async goOn(choice: number, times: number): Promise<void> {
    for (let time = 0; time <= times; time += 1) {
      await this.#world.steps.goOn(choice + time);
      this.look();
    }
  }

  /** For this use it is an answer about the one call that the card shows. */
  async answer(choice: number, { effect: said, lifetime }: Pick<Answer, 'effect' | 'lifetime'>): Promise<void> {
    const prompts = this.#world.prompts();
    const prompt = prompts[choice % Math.max(1, prompts.length)];
    if (!prompt) return;
    const id = Number(/"#(\d+)"/.exec(prompt.argumentsText)?.[1]);
    if (said === 'allow' && lifetime === 'use') this.#call(id).answers.add(prompt.site ?? '');
    await this.#world.answer(prompt.id, { effect: said, lifetime, breadth: 'site' });
  }

  #take(call: Call, text: string): void {
    if (!/"dev.pilothouse\/code":"ERR_(?!TOOL_FAILED)/.test(text)) this.#carriedOut.add(call.id);
    for (const at of origins)
      if (text.includes(`secret of ${at}`)) {
        this.#returned.push({ callId: call.id, origin: at });
        this.#expectAllowed(call, at, 'answered');
      }
  }

  look(): void {
    if (this.#faults.length > 0) throw this.#faults[0];
    const { sent, browser } = this.#world;
    for (const { callId, origin: decided, frames } of sent.slice(this.#sent))
      for (const at of [decided ?? '', ...frames]) this.#expectAllowed(this.#call(callId), at, 'sent');
    this.#sent = sent.length;
    for (const { callId, origin: at, page } of browser.deeds.slice(this.#deeds)) {
      const mine = sent.filter(one => one.callId === callId);
      const covers = mine.some(one => one.origin === page && (at === page || one.frames.includes(at)));
      assert.ok(covers, `Call ${callId}, decided for ${JSON.stringify(mine)}, was carried out on ${at} in ${page}.`);
    }
    this.#deeds = browser.deeds.length;
  }

  /** What was carried out was allowed there and does not stand as dropped; what was answered stands as carried out. */
  lookAtAudit(): void {
    for (const { callId, origin: at, page, isRead } of this.#world.browser.deeds) {
      if (isRead) continue;
      this.#expectEntry(callId, { site: page, inFrame: false }, ['stopped']);
      if (at !== page) this.#expectEntry(callId, { site: at, inFrame: true }, ['stopped']);
    }
    for (const { callId, origin } of this.#returned) this.#expectEntry(callId, { site: origin, inFrame: false }, []);
    for (const { id } of this.#calls) if (!this.#carriedOut.has(id)) this.#expectEnded(id);
  }

  /** Nothing that was refused or cancelled on its way stands there as if it had run. */
  #expectEnded(callId: number): void {
    const { audit } = this.#world;
    const ended = new Set(audit.map(({ decision }) => decision));
    const runs = audit.filter(
      (entry, at) => entry.callId === callId && entry.outcome === 'allow' && !ended.has(at + 1),
    );
    assert.deepEqual(runs, [], `Call ${callId} was not carried out, and the audit says that it was.`);
  }

  #expectEntry(callId: number, { site, inFrame }: { site: string; inFrame: boolean }, ends: readonly string[]): void {
    const { audit } = this.#world;
    const endOf = (id: number) => audit.find(({ decision }) => decision === id)?.outcome;
    const found = audit.some(({ callId: of, outcome, place }, at) => {
      const end = endOf(at + 1);
      const isThere = place?.kind === 'at-tab' && place.site === site && place.inFrame === inFrame;
      return of === callId && outcome === 'allow' && isThere && (!end || ends.includes(end));
    });
    const told = audit.filter(entry => entry.callId === callId);
    assert.ok(found, `Call ${callId} was carried out on ${site}, and the audit has ${JSON.stringify(told)}.`);
  }

  #call(id: number): Call {
    const call = this.#calls[id];
    if (!call) throw new Error(`There is no call ${id}.`);
    return call;
  }

  #expectAllowed({ id, agentId, tabId, scope, answers }: Call, at: string, what: string): void {
    const rule = this.#world.ruleFor(agentId, tabId, scope, at);
    assert.ok(
      rule === 'allow' || (rule === 'ask' && answers.has(at)),
      `Call ${id} was ${what} for ${at}, which the rules do not let it have.`,
    );
  }
}
