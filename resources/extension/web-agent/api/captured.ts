// What the page API uses of the page's globals, taken before any script of the page runs: what the page changes of them later changes nothing here.
// Classes that the browser makes only once somebody names them cost each page: what few pages need of those is taken when a page first looks at the API.

type Method = (this: never, ...args: never[]) => unknown;
type Uncurried<M extends Method> = (self: ThisParameterType<M>, ...args: Parameters<M>) => ReturnType<M>;

const { bind, call } = Function.prototype;
/** `call.bind`, as it was then. */
const bindCall = bind.bind(call) as (method: Method) => unknown;

/** The same method with its `this` as the first argument; neither this nor calling it looks anything up in the page. */
export function uncurried<M extends Method>(method: M): Uncurried<M> {
  return bindCall(method) as Uncurried<M>;
}

function getter<Of, Key extends keyof Of>(prototype: Of, key: Key): (self: Of) => Of[Key] {
  return uncurried(Object.getOwnPropertyDescriptor(prototype, key)!.get as (this: Of) => Of[Key]);
}

export const { freeze, keys, hasOwn, defineProperty } = Object;
export const { deleteProperty, defineProperty: tryDefine } = Reflect;
export const { isArray } = Array;
export const { parse, stringify } = JSON;
export const { asyncIterator } = Symbol;
export const OwnPromise = Promise;
export const OwnError = Error;
export const OwnTypeError = TypeError;
export const OwnEvent = CustomEvent;
export const OwnString = String;
export const ownPerformance = performance;
export const soon = queueMicrotask.bind(window);
export const later = setTimeout.bind(window);
/** Tells the page of an error in a handler of its own, as the browser does for listeners. */
export const report = reportError.bind(window);

/** `then` of promises. */
export const whenSettled = uncurried(Promise.prototype.then);
export const listen = uncurried(EventTarget.prototype.addEventListener);
export const unlisten = uncurried(EventTarget.prototype.removeEventListener);
export const dispatch = uncurried(EventTarget.prototype.dispatchEvent);
export const post = window.postMessage.bind(window) as (message: unknown, target: string) => void;
export const sourceOf = getter(MessageEvent.prototype, 'source');
export const dataOf = getter(MessageEvent.prototype, 'data');

const setter = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')!.set;
export const writeText = uncurried(setter as (this: Node, text: string) => void);
export const rootOf = getter(Document.prototype, 'documentElement');
export const createElement = document.createElement.bind(document);
export const createElementIn = document.createElementNS.bind(document) as (
  namespace: string | null,
  name: string,
) => Element;
export const setAttribute = uncurried(Element.prototype.setAttribute);
export const insert = uncurried(Node.prototype.appendChild);

export const matches = uncurried(RegExp.prototype.exec);

const { random } = Math;
let lastId = 0;

/** Names one request among those of its document, whoever else posts there under names of their own. */
export function newId(): string {
  lastId += 1;
  return `${random()}-${lastId}`;
}
