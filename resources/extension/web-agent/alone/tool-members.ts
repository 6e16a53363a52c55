// agent.tools.* while no hub is there: the tools of the page itself, and those of the servers that its user has added to this browser.
import { isRecord } from '../../../../contract/json.ts';
import { findTool, idOf, toolsOf } from '../../boxed/boxed-server.ts';
import { stayAwake } from '../../boxed/stay-awake.ts';
import { PageFault } from '../page-fault.ts';
import { textOf } from './asked-alone.ts';
import { callOwnTool, ownToolOf } from './document-members.ts';
import type { BoxedServer, FoundTool } from '../../boxed/boxed-server.ts';
import type { CallsBoxes } from '../../boxed/boxes.ts';
import type { AloneHandlers } from './alone-handlers.ts';
import type { AlonePermissions } from './alone-permissions.ts';
import type { AskedAlone } from './asked-alone.ts';

export class ToolMembers {
  readonly #permissions: AlonePermissions;
  readonly #boxes: CallsBoxes;
  readonly handlers: AloneHandlers = {
    // Those of its `modelContext` the page adds by itself.
    'agent.tools.list': async ({ opened }) => toolsOf(await this.#permissions.servers(opened)).map(listed),
    'agent.tools.call': asked => this.#call(asked),
  };

  constructor(permissions: AlonePermissions, boxes: CallsBoxes) {
    this.#permissions = permissions;
    this.#boxes = boxes;
  }

  /** Throws unless the tool that it names is there and may be called. A page needs no permission for its own. */
  async expectMayCall(asked: AskedAlone): Promise<void> {
    if (ownToolOf(asked) !== null) return;
    await this.#permissions.expectMayCall(asked, await this.#find(asked));
  }

  async #call(asked: AskedAlone): Promise<unknown> {
    const own = ownToolOf(asked);
    if (own !== null) return callOwnTool(asked, own);
    const { args, sessionId } = asked.payload;
    if (sessionId !== undefined)
      throw new PageFault(
        'ERR_SESSION_NOT_FOUND',
        'There are no sessions while Pilothouse is not connected; call the tool without one.',
      );
    const { server, tool } = await this.#find(asked);
    const called = this.#boxes.call(toRun(server), {
      ...{ tool: tool.name, args: isRecord(args) ? args : {} },
      ...{ origin: asked.opened.origin, signal: asked.signal },
    });
    return asResult(await stayAwake(called));
  }

  async #find(asked: AskedAlone): Promise<FoundTool> {
    const name = textOf(asked, 'tool', 300);
    const found = findTool(await this.#permissions.servers(asked.opened), name);
    if (found) return found;
    const toolName = name.slice(0, 200);
    throw new PageFault(
      'ERR_TOOL_NOT_FOUND',
      `Tool "${toolName}" not found: while Pilothouse is not connected there are the page's own tools, and the servers that were added to this browser. Start Pilothouse, or call agent.tools.list() for those that there are.`,
      { toolName },
    );
  }
}

function toRun({ id, kind, takesOneLine, digest }: BoxedServer) {
  return { id, kind, takesOneLine, digest };
}

function listed(found: FoundTool) {
  const { description, inputSchema } = found.tool;
  return {
    serverId: found.server.id,
    name: idOf(found),
    ...(description !== undefined && { description }),
    ...(inputSchema !== undefined && { inputSchema }),
  };
}

/** As its server gave it, also one with `isError`. */
function asResult(said: unknown): unknown {
  if (isRecord(said) && Array.isArray(said.content)) return said;
  return { content: [{ type: 'text', text: JSON.stringify(said) ?? 'null' }] };
}
