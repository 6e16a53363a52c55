// Runs a script in the page's own world where there is no debugger. Self-contained: it is sent to the page as source text.

export interface Ran {
  readonly kind: 'value' | 'threw' | 'refused' | 'no-json' | 'elsewhere';
  /** The value as JSON, or what was thrown. */
  readonly text: string;
}

/**
 * The value of the script's last expression; a promise is waited for, and `await` may stand anywhere as in a console. `origin` is
 * where the page has to come from, '' for a page of no web origin: any other does not run it.
 */
export async function runScript(source: string, origin: string): Promise<Ran> {
  const isWeb = /^https?:/.test(location.href);
  // The hub leaves out the dot that may end a host name.
  const here = (isWeb ? location.origin : self.origin).replace(/\.(?=(:\d+)?$)/, '');
  if ((here === 'null' ? '' : here) !== origin) return { kind: 'elsewhere', text: '' };
  // oxlint-disable-next-line no-eval -- running the agent's script in its page is what this tool is for
  const evaluate = eval;
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (body: string) => () => unknown;

  function compile(body: string): (() => unknown) | null {
    try {
      return new AsyncFunction(body);
    } catch {
      return null;
    }
  }

  /** Only a function may await, and it has to say what it returns: the longest last part that is an expression. */
  function asFunction(): (() => unknown) | null {
    const text = source.trim().replace(/;+$/, '');
    const ends = [...text.matchAll(/[;\n}]/g)].map(({ index }) => index + 1).slice(-200);
    for (const start of [0, ...ends]) {
      const [before, last] = [text.slice(0, start), text.slice(start)];
      const compiled = compile(`${before}\nreturn (${last}\n)`);
      // What stands before has to be whole: the `return` must not become the body of its loop.
      if (compiled && compile(before)) return compiled;
    }
    return compile(source);
  }

  let value: unknown;
  try {
    const awaiting = /\bawait\b/.test(source) ? asFunction() : null;
    value = await (awaiting ? awaiting() : evaluate(source));
  } catch (error) {
    // Both browsers' words for a page whose policy forbids `eval`.
    const refused = error instanceof EvalError && /CSP|Content Security Policy/i.test(String(error));
    return { kind: refused ? 'refused' : 'threw', text: String(error) };
  }
  if (value instanceof Error || (typeof Node === 'function' && value instanceof Node))
    return { kind: 'value', text: String(value) };
  try {
    return { kind: 'value', text: JSON.stringify(value) ?? String(value) };
  } catch (error) {
    return { kind: 'no-json', text: String(error) };
  }
}
