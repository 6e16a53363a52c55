// Reads a server's whole list of tools, page by page. One bad definition costs that tool, not the server.
import { ToolSchema } from '@modelcontextprotocol/core';
import { isRecord } from '../../../../contract/json.ts';
import { faultOf } from '../../../../contract/schemas/value-fault.ts';
import { inEnglish } from '../../../../words/english.ts';
import { wrongAnswer } from './handshake.ts';
import type { ServerTool } from './server-tool.ts';

const maxTools = 5_000;
const maxPages = 500;

export interface ToolListerOptions {
  /** Asks for one page with these params. */
  ask(params: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** A sentence on what the server did wrong. */
  onJunk(line: string): void;
}

/** `goOn` is asked before each page. Rejects with HubError. */
export async function listTools({ ask, onJunk }: ToolListerOptions, goOn: () => boolean): Promise<ServerTool[]> {
  const tools = new Map<string, ServerTool>();
  let cursor: string | undefined;
  for (let page = 0; goOn(); page += 1) {
    const result = await ask(cursor === undefined ? {} : { cursor });
    if (!isRecord(result) || !Array.isArray(result.tools))
      throw wrongAnswer('tools/list', {
        kind: 'value-at',
        at: 'tools',
        why: { kind: 'value-form', expected: 'array' },
      });
    for (const tool of result.tools.slice(0, maxTools)) take(tools, tool, onJunk);
    cursor = typeof result.nextCursor === 'string' ? result.nextCursor : undefined;
    if (cursor === undefined) break;
    if (page + 1 >= maxPages || tools.size >= maxTools) {
      onJunk(`It lists more tools than Pilothouse takes; those after the first ${tools.size} are left out.`);
      break;
    }
  }
  return [...tools.values()];
}

function take(tools: Map<string, ServerTool>, value: unknown, onJunk: (line: string) => void): void {
  const parsed = ToolSchema.safeParse(value);
  if (!parsed.success || !isServerTool(value)) {
    const name = isRecord(value) ? JSON.stringify(value.name) : 'A tool';
    onJunk(`${name} is left out: ${parsed.success ? 'It is no object.' : inEnglish(faultOf(parsed.error, value))}`);
  } else if (tools.has(value.name)) {
    onJunk(`${JSON.stringify(value.name)} is listed twice; the first is used.`);
  } else if (tools.size < maxTools) tools.set(value.name, value);
}

function isServerTool(value: unknown): value is ServerTool {
  return isRecord(value) && typeof value.name === 'string' && isRecord(value.inputSchema);
}
