// navigator.modelContext: the tools of the page, by the names of Harbor and by those of the WebMCP draft.
import { freeze, listen, matches, OwnError, OwnPromise, OwnTypeError } from './captured.ts';
import { dropTool, dropTools, eachTool, hasTool, keepTool, type PageTool } from './page-tools.ts';
import { append, isText, listOf, own, put, rejected } from './values.ts';

/** Null where the page had done away with it. */
let OwnDOMException: typeof DOMException | null = null;

/** WebMCP, "registerTool": what a name may be. */
const namePattern = /^[\w.-]{1,128}$/;

/** Arrow functions, which have no prototype that could be changed. */
const addTool = (tool: PageTool): void => {
  const { name, description, inputSchema, handler } = tool;
  if (!isText(name) || name === '' || typeof handler !== 'function') {
    throw new OwnTypeError('addTool needs {name: string, handler: function}.');
  }
  keepTool({ name, description, inputSchema, handler });
};

/** WebMCP, "ModelContextTool": throws as the draft rejects. */
function registered(tool: unknown): PageTool {
  const name = own(tool, 'name');
  const description = own(tool, 'description');
  const handler = own(tool, 'execute');
  if (!isText(name) || !isText(description) || typeof handler !== 'function') {
    throw new OwnTypeError('registerTool needs {name: string, description: string, execute: function}.');
  }
  if (!matches(namePattern, name) || description === '') {
    throw invalid(`"${name}" needs a description, and a name of 1 to 128 letters, digits, _, - or .`);
  }
  if (hasTool(name)) throw invalid(`There is a tool "${name}" already; unregister it first.`);
  return { name, description, inputSchema: own(tool, 'inputSchema'), handler: handler as PageTool['handler'] };
}

/** The draft's DOMException, or else an error of that name. */
function invalid(message: string): Error {
  const name = 'InvalidStateError';
  if (OwnDOMException) return new OwnDOMException(message, name);
  const error = new OwnError(message);
  put(error, 'name', name, false);
  return error;
}

/** The draft's promise of today; its `unregister` is what an earlier one handed out. */
const registerTool = (tool: unknown, options?: unknown): Promise<unknown> => {
  try {
    const kept = registered(tool);
    const signal = own(options, 'signal') as AbortSignal | undefined;
    const drop = (): void => void dropTool(kept.name);
    if (signal) {
      if (signal.aborted) return rejected(signal.reason);
      listen(signal, 'abort', drop);
    }
    keepTool(kept);
    const done = new OwnPromise<void>(resolve => resolve());
    put(done, 'unregister', drop, false);
    return done;
  } catch (error) {
    return rejected(error);
  }
};

const unregisterTool = (name: string): void => {
  if (!dropTool(name)) throw invalid(`There is no tool "${name}".`);
};

/** Of the draft until March 2026: these tools in place of all others. */
const provideContext = (options?: unknown): void => {
  dropTools();
  listOf(own(options, 'tools'), tool => keepTool(registered(tool)));
};

export function createModelContext(): object {
  try {
    OwnDOMException = typeof DOMException === 'function' ? DOMException : null;
  } catch {
    // A getter of the page.
  }
  return freeze({
    addTool: freeze(addTool),
    removeTool: freeze((name: string) => dropTool(name)),
    get tools() {
      const list: PageTool[] = [];
      eachTool(tool => append(list, tool));
      return list;
    },
    registerTool: freeze(registerTool),
    unregisterTool: freeze(unregisterTool),
    provideContext: freeze(provideContext),
    clearContext: freeze(() => dropTools()),
  });
}
