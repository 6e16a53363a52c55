// What a hostile page changes of its globals before it uses the Web Agent API.

/** Runs in the page as its own script: changes what it can, uses the API, and puts everything back. */
export const attack = `
  const text = String;
  const { Object: { defineProperty, getOwnPropertyDescriptor, setPrototypeOf }, Reflect: { ownKeys } } = window;
  const { agent, ai } = window, { modelContext } = navigator;
  let touched = '';
  let undo = null;
  const trap = (on, key) => {
    const was = getOwnPropertyDescriptor(on, key);
    if (was && !was.configurable) return;
    if (was) setPrototypeOf(was, null);
    const touch = () => { touched += ' ' + text(key); };
    const broken = function () { touch(); throw 'broken ' + text(key); };
    const isData = was && 'value' in was && typeof was.value === 'function';
    const next = isData
      ? { __proto__: null, value: broken, configurable: true, writable: true }
      : { __proto__: null, get() { touch(); }, set() { touch(); }, configurable: true };
    const before = undo;
    undo = () => { was ? defineProperty(on, key, was) : delete on[key]; before?.(); };
    defineProperty(on, key, next);
  };
  const arm = () => {
    const { prototype } = Array;
    for (const name of ['push', 'shift', 'map', 'forEach', 'slice', 'join', 'concat', '0', '1']) trap(prototype, name);
    for (const name of ['then', 'catch', 'finally']) trap(Promise.prototype, name);
    for (const name of ['resolve', 'reject', Symbol.species]) trap(Promise, name);
    for (const name of ['exec', 'test']) trap(RegExp.prototype, name);
    for (const name of ['split', 'startsWith', 'slice', 'valueOf', 'toString', Symbol.iterator]) trap(String.prototype, name);
    for (const name of ['source', 'data']) trap(MessageEvent.prototype, name);
    for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent']) trap(EventTarget.prototype, name);
    for (const name of ['set', 'get', 'has', 'delete', 'forEach']) { trap(Map.prototype, name); trap(Set.prototype, name); }
    for (const name of ['forEach', 'get']) trap(Headers.prototype, name);
    trap(CharacterData.prototype, 'data');
    trap(Error, 'captureStackTrace');
    for (const name of [
      'get', 'set', 'value', 'writable', 'enumerable', 'configurable', 'channel', 'request', 'response', 'streamEvent', 'agentEvent', 'ask',
      'flags', 'id', 'type', 'payload', 'ok', 'result', 'error', 'event', 'done', 'signal', 'code', 'details', 'ended', 'failed', 'forget',
      'kind', 'next', 'first', 'last', 'item', 'sessionId', 'prompt', 'clone', 'tool', 'args', 'serverId', 'description', 'inputSchema',
      'handler', 'toJSON', 'textGeneration', 'input', 'token', 'dataUrl',
    ]) trap(Object.prototype, name);
    for (const name of ['keys', 'freeze', 'hasOwn', 'defineProperty', 'assign', 'entries']) trap(Object, name);
    for (const name of ['apply', 'defineProperty', 'deleteProperty']) trap(Reflect, name);
    for (const name of ['stringify', 'parse']) trap(JSON, name);
    for (const name of ['call', 'apply', 'bind']) trap(Function.prototype, name);
    trap(Array, 'isArray');
    trap(Math, 'random');
    trap(crypto, 'randomUUID');
    trap(Crypto.prototype, 'randomUUID');
    trap(Crypto.prototype, 'getRandomValues');
    for (const name of ['postMessage', 'queueMicrotask', 'reportError', 'Promise', 'Error', 'TypeError', 'String', 'DOMException', 'Headers', 'CustomEvent']) trap(window, name);
    trap(prototype, Symbol.iterator);
  };
  const use = async () => {
    const session = await ai.createTextSession({ systemPrompt: 'Short.' });
    const prompted = await session.prompt('Hi');
    let read = '';
    for await (const chunk of session.promptStreaming('Hi')) read = read + chunk.token;
    modelContext.addTool({ name: 'own', description: 'Adds', inputSchema: undefined, handler: ({ n }) => n + 1 });
    modelContext.registerTool({ name: 'drafted', description: 'Adds', execute: ({ n }) => n + 1 });
    const ownTool = await agent.tools.call({ tool: 'page/own', args: { n: 1 } });
    const list = await agent.tools.list();
    const called = await agent.tools.call('a/b', { x: 1 });
    await agent.capabilities();
    let code, details;
    try {
      await agent.permissions.list();
    } catch (error) {
      code = error.code;
      details = error.details.a;
    }
    return () => ({ prompted, text: read, ownTool, names: list.map(({ name }) => name), called, code, details });
  };
  const attacked = async () => {
    arm();
    let results, failed;
    try {
      results = await use();
    } catch (error) {
      failed = error;
    }
    undo();
    if (failed) return { touched, failed: text(failed), at: text(failed.stack) };
    // What the page answered arrives where it is written down a moment later.
    while (!document.documentElement.dataset.answer) await new Promise(resolve => setTimeout(resolve));
    return { touched, ...results(), answer: JSON.parse(document.documentElement.dataset.answer) };
  };
  // Only while whoever looks at the page does nothing in it.
  window.attack = () =>
    new Promise(resolve => setTimeout(async () => resolve(await attacked())));`;
