// navigator.modelContext: the tools of the page, by the names of Harbor and by those of the WebMCP draft.
import { freeze, listen, matches, OwnDOMException, OwnPromise, OwnTypeError } from './captured.ts';
import { dropTool, dropTools, eachTool, hasTool, keepTool, type PageTool } from './page-tools.ts';
import { append, listOf, own, put, rejected } from './values.ts';

/** WebMCP, "registerTool": what a name may be. */
const namePattern = /^[\w.-]{1,128}$/;

function addTool(tool: PageTool): void {
  const { name, description, inputSchema, handler } = tool;
  if (typeof name !== 'string' || name === '' || typeof handler !== 'function') {
    throw new OwnTypeError('addTool needs {name: string, handler: function}.');
  }
  keepTool({ name, description, inputSchema, handler });
}

/** WebMCP, "ModelContextTool": throws as the draft rejects. */
function registered(tool: unknown): PageTool {
  const name = own(tool, 'name');
  const description = own(tool, 'description');
  const handler = own(tool, 'execute');
  if (typeof name !== 'string' || typeof description !== 'string' || typeof handler !== 'function') {
    throw new OwnTypeError('registerTool needs {name: string, description: string, execute: function}.');
  }
  if (!matches(namePattern, name) || description === '') {
    throw invalid(`The tool "${name}" needs a description, and a name of 1 to 128 letters, digits, _, - or .`);
  }
  if (hasTool(name)) throw invalid(`There is a tool "${name}" already; unregister it first.`);
  return { name, description, inputSchema: own(tool, 'inputSchema'), handler: handler as PageTool['handler'] };
}

function invalid(message: string): DOMException {
  return new OwnDOMException(message, 'InvalidStateError');
}

/** The draft's promise of today; its `unregister` is what an earlier one handed out. */
function registerTool(tool: unknown, options?: unknown): Promise<unknown> {
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
}

function unregisterTool(name: string): void {
  if (!dropTool(name)) throw invalid(`There is no tool "${name}".`);
}

/** Of the draft until March 2026: these tools in place of all others. */
function provideContext(options?: unknown): void {
  dropTools();
  listOf(own(options, 'tools'), tool => keepTool(registered(tool)));
}

/** Arrow functions, which have no prototype that could be changed. */
export function createModelContext(): object {
  return freeze({
    addTool: freeze((tool: PageTool) => addTool(tool)),
    removeTool: freeze((name: string) => dropTool(name)),
    get tools() {
      const list: PageTool[] = [];
      eachTool(tool => append(list, tool));
      return list;
    },
    registerTool: freeze((tool: unknown, options?: unknown) => registerTool(tool, options)),
    unregisterTool: freeze((name: string) => unregisterTool(name)),
    provideContext: freeze((options?: unknown) => provideContext(options)),
    clearContext: freeze(() => dropTools()),
  });
}
