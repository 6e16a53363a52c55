// What the background asks of a document and the bridge answers itself: what the page's markup declares, what is done in the document, and the tools of a page that hears of them by its own namespace.
import { isRecord } from '../../../contract/json.ts';
import { doInDocument } from './deeds/document-deeds.ts';
import { pageAsks } from './known-to-pages.ts';
import { documentAsks } from './port-messages.ts';
import type { PageError } from '../../../contract/web-agent.ts';
import type { Answer, PageAsk } from './dialect.ts';
import type { WebsiteTools } from './website-tools.ts';

export interface Declared {
  servers(): unknown;
  providers(): unknown;
}

export class AnsweredHere {
  readonly #declared: Declared;
  readonly #websiteTools: WebsiteTools;

  constructor(declared: Declared, websiteTools: WebsiteTools) {
    this.#declared = declared;
    this.#websiteTools = websiteTools;
  }

  /** False for what the page's own scripts have to answer; then nothing settles it. */
  take({ type, payload }: PageAsk, settle: (answer: Answer) => void): boolean {
    if (type === documentAsks.mcp) settle({ ok: true, result: { servers: this.#declared.servers() } });
    else if (type === documentAsks.addressBar) settle({ ok: true, result: { providers: this.#declared.providers() } });
    else if (type === pageAsks.websiteTool) {
      const { toolName, args } = isRecord(payload) ? payload : {};
      this.#websiteTools.call(String(toolName), args, settle);
    } else if (type.startsWith('do.')) void done(type, payload).then(settle);
    else return false;
    return true;
  }
}

async function done(type: string, payload: unknown): Promise<Answer> {
  const unknown: PageError = { code: 'ERR_NOT_IMPLEMENTED', message: `This companion does no ${type}; update it.` };
  return (await doInDocument(type, payload)) ?? { ok: false, error: unknown };
}
