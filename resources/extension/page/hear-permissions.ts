// Runs among a page's own scripts, before the first of them: hears when the page asks for what only its user can permit.

/** A function of the browser's that asks its user. */
export interface AskingFunction {
  /** Of which interface, as a global name. */
  readonly owner: string;
  readonly method: string;
  /** Of the interface itself, not of what is made of it. */
  readonly isStatic?: true;
  /** What it asks for, in the names of the Permissions API; `''` where its first argument says so, as `getUserMedia` has it. */
  readonly permission: string;
}

/**
 * Answers the event `name` with `NAME told`, whose detail is JSON: `open`, of how many questions nobody knows yet whether the browser shows
 * them, and `shown`, what it asks its user for since this was asked last. Self-contained: it is sent as source text.
 */
export function hearPermissions(name: string, functions: readonly AskingFunction[]): void {
  const scope = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
  const permissions = navigator.permissions as Permissions | undefined;
  const query = permissions?.query.bind(permissions);
  const shown = new Set<string>();
  let open = 0;
  const ask = async (permission: string): Promise<void> => {
    open += 1;
    const status = await query?.({ name: permission as PermissionName }).catch(() => null);
    open -= 1;
    if (status?.state === 'prompt') shown.add(permission);
  };
  const asked = (permission: string, wish: unknown): string[] => {
    const { video, audio } = Object(permission === '' ? wish : null) as { video?: unknown; audio?: unknown };
    return [permission, video ? 'camera' : '', audio ? 'microphone' : ''].filter(each => each !== '');
  };
  addEventListener(name, () => {
    const detail = JSON.stringify({ open, shown: [...shown] });
    shown.clear();
    dispatchEvent(new CustomEvent(`${name} told`, { detail }));
  });
  for (const { owner, method, isStatic, permission } of query ? functions : []) {
    const holder = isStatic ? scope[owner] : scope[owner]?.prototype;
    const kept = holder && Object.getOwnPropertyDescriptor(holder, method);
    if (!holder || typeof kept?.value !== 'function') continue;
    const apply = (target: (...given: unknown[]) => unknown, self: unknown, given: unknown[]): unknown => {
      for (const each of asked(permission, given[0])) void ask(each);
      return Reflect.apply(target, self, given);
    };
    Object.defineProperty(holder, method, { ...kept, value: new Proxy(kept.value, { apply }) });
  }
}
