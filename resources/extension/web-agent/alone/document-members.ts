// What a page reads of itself, and the tools that it offers, while no hub is there. Acts need the hub, where its user sees and stops them.
import { isRecord } from '../../../../contract/json.ts';
import { pageDeeds, pageReadBounds } from '../../../../contract/page-deeds.ts';
import { readability } from '../../../../contract/readability.ts';
import { callMs, pageAsks } from '../../../../contract/web-agent.ts';
import { PageFault } from '../page-fault.ts';
import { documentAsks } from '../port-messages.ts';
import { textOf } from './asked-alone.ts';
import type { PageText } from '../../../../contract/schemas/page-deeds.ts';
import type { AloneHandlers } from './alone-handlers.ts';
import type { AskedAlone } from './asked-alone.ts';

const maxSelectorChars = 2_000;
const mostWaitMs = 60_000;
/** Of a tool's answer; what is larger is nothing that a model or an agent could read. */
const maxAnswerChars = 1_000_000;

export const documentMembers: AloneHandlers = {
  'agent.browser.activeTab.readability': async asked => readability((await ask(asked, pageDeeds.read, {})) as PageText),
  'agent.browser.activeTab.getElements': async asked => {
    const elements = await ask(asked, pageDeeds.elements, {});
    return Array.isArray(elements) ? elements.slice(0, pageReadBounds.elements) : [];
  },
  'agent.browser.activeTab.getElement': async asked => {
    const ref = refOf(asked);
    const facts = await ask(asked, pageDeeds.element, { ref });
    if (facts) return facts;
    throw new PageFault('ERR_ELEMENT_NOT_FOUND', `Nothing in the page matches ${JSON.stringify(ref)}.`, { ref });
  },
  'agent.browser.activeTab.waitForSelector': waitFor,
  'agent.mcp.discover': async asked => {
    const said = await ask(asked, documentAsks.mcp, {});
    return isRecord(said) && Array.isArray(said.servers) ? said.servers.slice(0, 50) : [];
  },
};

function ask({ askDocument, signal }: AskedAlone, type: string, params: object): Promise<unknown> {
  return askDocument(type, params, signal);
}

async function waitFor(asked: AskedAlone): Promise<unknown> {
  const ref = refOf(asked);
  const { timeout, visible } = asked.payload;
  const wished = typeof timeout === 'number' && Number.isFinite(timeout) ? timeout : callMs;
  const timeoutMs = Math.min(mostWaitMs, Math.max(0, wished));
  const said = await ask(asked, pageDeeds.waitFor, { ref, visible: visible === true, timeoutMs });
  if (isRecord(said) && said.found === true) return { success: true, ref };
  const text = `${JSON.stringify(ref)} was not there within ${timeoutMs} ms.`;
  throw new PageFault('ERR_TIMEOUT', text, { ref, timeoutMs });
}

/** A CSS selector, which one generation calls `ref`, the other `selector`. */
function refOf(asked: AskedAlone): string {
  return textOf(asked, typeof asked.payload.ref === 'string' ? 'ref' : 'selector', maxSelectorChars);
}

/** The name of a tool that the document offers, named as `page/NAME`; null for every other name. */
export function ownToolOf({ payload, tools }: AskedAlone): string | null {
  const { tool } = payload;
  const [, name] = typeof tool === 'string' ? (/^page\/([\w.-]{1,100})$/.exec(tool) ?? []) : [];
  return name !== undefined && tools.some(one => isRecord(one) && one.name === name) ? name : null;
}

/** Of the page, in the page. */
export async function callOwnTool(asked: AskedAlone, name: string): Promise<unknown> {
  const { args } = asked.payload;
  const said = await ask(asked, pageAsks.tool, { name, args: isRecord(args) ? args : {} });
  return toolResult(name, said);
}

/** As a result of MCP, whatever the handler returned. */
function toolResult(name: string, said: unknown): unknown {
  const text = typeof said === 'string' ? said : (JSON.stringify(said) ?? 'null');
  if (text.length > maxAnswerChars)
    throw new PageFault(
      'ERR_TOOL_FAILED',
      `The page's tool "${name}" answered with ${text.length} characters; at most ${maxAnswerChars} are taken.`,
    );
  const isResult = isRecord(said) && Array.isArray(said.content) && said.content.every(isBlock);
  if (isResult) return { content: said.content, ...(said.isError === true && { isError: true }) };
  return { content: [{ type: 'text', text }] };
}

function isBlock(block: unknown): boolean {
  return isRecord(block) && typeof block.type === 'string';
}
