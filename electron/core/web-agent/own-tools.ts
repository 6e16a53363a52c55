// Tools that a document carries out itself: those of its `navigator.modelContext`, and those of its site over `harbor-website-tools`. Its own
// site uses them without a grant; pause, stop, policy and limits hold as for every call.
import { isRecord } from '../../../contract/json.ts';
import { callMs, pageAsks, pageToolBounds } from '../../../contract/web-agent.ts';
import { resultOf } from './page-asked.ts';
import { PageFault } from './page-fault.ts';
import type { ToolResult } from '../../../contract/schemas/messages.ts';
import type { ServerTool } from '../tools/callable.ts';
import type { Page } from './page.ts';
import type { PageAsked } from './page-asked.ts';
import type { PageServices } from './page-services.ts';

export interface OwnTool {
  /** `page/add_to_cart`, or that of a server whose tools its page serves. */
  readonly id: string;
  readonly tool: ServerTool;
  /** The way to it. */
  readonly ask: typeof pageAsks.tool | typeof pageAsks.websiteTool;
}

const maxNameChars = 100;
const maxDescriptionChars = 2_000;
/** Of an answer; no model and no agent could read more. */
const maxAnswerChars = 1_000_000;

/** The list of `pageTells.tools`, without what has no name, comes twice, or does not fit any more. Pure. */
export function readOwnTools(params: unknown): ServerTool[] {
  const listed = isRecord(params) && Array.isArray(params.tools) ? params.tools : [];
  const tools = new Map<string, ServerTool>();
  let bytes = 0;
  for (const one of listed.slice(0, pageToolBounds.tools)) {
    const tool = readTool(one);
    if (!tool || tools.has(tool.name)) continue;
    bytes += Buffer.byteLength(JSON.stringify(tool));
    if (bytes > pageToolBounds.bytes) break;
    tools.set(tool.name, tool);
  }
  return [...tools.values()];
}

/** Of what it says about itself only its name, purpose and input: nobody has checked a claim that it only reads. */
function readTool(value: unknown): ServerTool | null {
  if (!isRecord(value)) return null;
  const { name, description, inputSchema } = value;
  if (typeof name !== 'string' || !/^[\w.-]+$/.test(name) || name.length > maxNameChars) return null;
  return {
    name,
    ...(typeof description === 'string' && { description: description.slice(0, maxDescriptionChars) }),
    inputSchema: isRecord(inputSchema) ? { ...inputSchema, type: 'object' } : { type: 'object', properties: {} },
  };
}

/** Rejects with what the gates refused it with, and with what the document answered. */
export async function callOwnTool(
  { agentServices }: Pick<PageServices, 'agentServices'>,
  asked: Pick<PageAsked, 'page' | 'request' | 'policy' | 'decided'>,
  { id, tool, ask }: OwnTool,
  args: Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
  const { page, request, policy } = asked;
  const what = { kind: 'at-page', member: id } as const;
  const use = { scope: 'mcp:tools.call', ownTool: true, id, what, params: args, request, policy } as const;
  const answer = await agentServices.router.use(page.agentOf, use, async (expectAllowed, signal) => {
    expectAllowed();
    const said = await askDocument(page, { ask, name: tool.name, args, parent: request.seq, signal });
    expectAllowed();
    return said;
  });
  return resultOf(asked, answer);
}

export interface DocumentAsk {
  readonly ask: OwnTool['ask'];
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly parent: number | null;
  readonly signal: AbortSignal;
}

/** In that very document: one that is gone answers nothing. */
export async function askDocument(page: Page, { ask, name, args, parent, signal }: DocumentAsk): Promise<ToolResult> {
  const params = ask === pageAsks.tool ? { name, args } : { toolName: name, args };
  return toolResult(name, await page.ask(ask, params, { parent, signal, timeoutMs: callMs }));
}

/** As a result of MCP, whatever the handler returned. */
function toolResult(name: string, said: unknown): ToolResult {
  const text = typeof said === 'string' ? said : (JSON.stringify(said) ?? 'null');
  if (text.length > maxAnswerChars)
    throw new PageFault(
      'ERR_TOOL_FAILED',
      `The page's tool "${name}" answered with ${text.length} characters; at most ${maxAnswerChars} are taken.`,
    );
  if (isRecord(said) && Array.isArray(said.content) && said.content.every(isBlock))
    return { content: said.content, ...(said.isError === true && { isError: true }) };
  return { content: [{ type: 'text', text }] };
}

function isBlock(block: unknown): block is { type: string } {
  return isRecord(block) && typeof block.type === 'string';
}
