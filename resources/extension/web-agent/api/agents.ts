// agent.agents: pages as agents that find, call and write to each other (spec 003 "Multi-Agent").
import { answerAsk } from './asks.ts';
import { freeze, OwnTypeError, report } from './captured.ts';
import { apiError, messageOf } from './errors.ts';
import { ensureOn } from './flags.ts';
import { type Ask, type Call, family } from './members.ts';
import { hear } from './messages.ts';
import { copyOptions, isObject, isText, listOf, nothing, own, put, rejected, settle, settled } from './values.ts';
import type { PageFlag, PageMemberName } from '../../../../contract/web-agent.ts';

type Handler = (told: unknown) => unknown;
/** By numbers that rise. */
type Handlers = Record<string, Handler>;
const flags: readonly PageFlag[] = ['multiAgent'];

const invokers: Handlers = nothing<Handler>();
const readers: Handlers = nothing<Handler>();
/** By the type of event. */
const subscribers = nothing<Handlers>();
let lastNumber = 0;
/** Of the agents of this page the one that was registered last. */
let current: unknown;

function hearing(handler: Handler, told: unknown): void {
  void settle(() => handler(told), ignore, report);
}

/** Each handler hears of it, whatever the others do. */
function tellAll(handlers: Handlers | undefined, told: unknown): void {
  for (const at in handlers) hearing(handlers[at]!, told);
}

function ignore(): void {}

function firstOf(handlers: Handlers): Handler | null {
  for (const at in handlers) return handlers[at]!;
  return null;
}

/** What it returns takes the handler away again. */
function add(handlers: Handlers, handler: unknown): () => void {
  if (typeof handler !== 'function') throw new OwnTypeError(`The handler is no function but ${typeof handler}.`);
  const number = (lastNumber += 1);
  handlers[number] = handler as Handler;
  return freeze(() => void delete handlers[number]);
}

/** Throws at once while agents are off. */
function adder(handlers: Handlers): Call {
  return freeze((handler: unknown) => {
    ensureOn(flags);
    return add(handlers, handler);
  });
}

/** The handler that was added first answers for all agents of the page, which is why it is told which one is meant. */
function invoked(invocation: unknown): Promise<unknown> {
  const handler = firstOf(invokers);
  if (!handler) return rejected(apiError('ERR_NO_HANDLER', 'The page has no handler; onInvoke adds one.'));
  return settled(
    () => handler(invocation),
    result => (isWhole(result) ? result : { success: true, result }),
    error => apiError('ERR_HANDLER_FAILED', messageOf(error, 'The handler of the agent failed.')),
  );
}

/** One generation's handlers answer with the result, another's with `{success, result?, error?}`. */
function isWhole(result: unknown): boolean {
  const isTold = own(result, 'result') !== undefined || own(result, 'error') !== undefined;
  return isTold && typeof own(result, 'success') === 'boolean';
}

/** `invoke(id, {task, input, timeout})`, and `invoke({agentId, task, ...})`. */
function invoke(ask: Ask, whom: unknown, what: unknown): Promise<unknown> {
  const { agentId = whom, ...request } = copyOptions(isObject(whom) ? whom : what);
  return ask({ agentId, request });
}

/** `send(id, payload)`, and `send({to, payload})`. */
function send(ask: Ask, whom: unknown, payload: unknown): Promise<unknown> {
  if (!isObject(whom)) return ask({ agentId: whom, payload });
  return ask({ agentId: own(whom, 'to') ?? own(whom, 'agentId'), payload: own(whom, 'payload') });
}

function subscribe(ask: Ask, eventType: string, handler: unknown): Promise<unknown> {
  if (handler !== undefined) add((subscribers[eventType] ??= nothing<Handler>()), handler);
  return ask({ eventType }, ignore);
}

/** Without a handler all of that type. The hub hears of it when the last one is gone. */
function unsubscribe(ask: Ask, eventType: string, handler: unknown): unknown {
  const handlers = subscribers[eventType];
  for (const at in handlers) if (handler === undefined || handlers[at] === handler) delete handlers[at];
  if (handlers && firstOf(handlers)) return settled(ignore);
  delete subscribers[eventType];
  return ask({ eventType }, ignore);
}

/** A list that has the fields of `{agents, total}` too: pages of each generation find what they look for. */
function readAgents(told: unknown): unknown {
  const list = listOf(isObject(told) ? (own(told, 'agents') ?? told) : told);
  put(list, 'agents', list, false);
  put(list, 'total', list.length, false);
  return list;
}

function registered(agent: unknown): unknown {
  current = own(agent, 'id');
  return agent;
}

function unregister(ask: Ask, agentId: unknown = current): Promise<unknown> {
  if (agentId === undefined) throw apiError('ERR_NOT_REGISTERED', 'The page has registered no agent.');
  if (agentId === current) current = undefined;
  return ask({ agentId }, gone => gone !== false);
}

/** The page may register it anew, with its handlers. */
export function forgetLost(type: unknown, id: unknown): void {
  if (id === current) current = undefined;
  if (type === ('agent.agents.subscribe' satisfies PageMemberName)) delete subscribers[id as string];
}

export function startAgents(): void {
  answerAsk('page.invoke', invoked);
  hear('agentEvent', told => {
    const type = own(told, 'type');
    if (type === 'message') tellAll(readers, own(told, 'message'));
    const broadcast = own(told, 'broadcast');
    const name = own(broadcast, 'type');
    if (type === 'broadcast' && isText(name)) tellAll(subscribers[name], broadcast);
  });
}

export function createAgents(): object {
  return freeze({
    ...family('agent.agents', flags, {
      register: (ask, options) => ask(copyOptions(options), registered),
      unregister,
      getInfo: 'agentId',
      discover: (ask, query) => ask(copyOptions(query), readAgents),
      list: ask => ask({}, readAgents),
      invoke,
      send,
      subscribe,
      unsubscribe,
      broadcast: ['eventType', 'data'],
      orchestrate: {
        pipeline: ['config', 'initialInput'],
        parallel: 'config',
        route: ['config', 'input', 'task'],
        supervisor: ['config', 'tasks'],
      },
      remote: { connect: '...', disconnect: 'agentId', list: '', ping: 'agentId', discover: 'baseUrl' },
    }),
    onInvoke: adder(invokers),
    onMessage: adder(readers),
  });
}
