// Spec 000's other wire, between host and extension: the hub's calls as commands, the extension's answers as tool results.
import { HubError } from '../../../contract/errors.ts';
import { isRecord } from '../../../contract/json.ts';
import { expectHeeded, untold, withUnheeded } from '../unheeded-arguments.ts';
import { claudezillaCommand, unheededByClaudezilla } from './claudezilla-extension-commands.ts';
import { narrowedText } from './claudezilla-narrowing.ts';
import { ownParams, splitOwn } from './claudezilla-own.ts';
import { withoutPasswordValues, withoutTexts } from './claudezilla-passwords.ts';
import type { Message, MessageId } from '../../../contract/schemas/messages.ts';
import type { OwnCommand } from './claudezilla-own.ts';

/** Whose a tab is in the extension's own pool when no agent asked for it. */
const hubAgentId = 'agent_pilothouse';

interface Tab {
  readonly tabId: number;
  readonly windowId: number;
  readonly title: string;
  readonly url: string;
  readonly active: boolean;
}

interface PendingCommand {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Sent along where the extension's pool wants to know. */
  readonly agentId: string | undefined;
  readonly tabIds: readonly unknown[] | null;
  /** The asker speaks spec 000 too and reads the answer itself. */
  readonly isOwn: boolean;
}

/** The dialect of one relay. Its ids are the hub's own numbers as text, because the extension only hands them back. */
export class ClaudezillaExtension {
  readonly #pending = new Map<string, PendingCommand>();
  /** The extension lets only the creator use and close a tab, and evicts only tabs of the same one. */
  readonly #creators = new Map<number, string>();

  encode(message: Message): Record<string, unknown> | null {
    switch (message.kind) {
      case 'notification':
        return null;
      case 'result':
        return { id: message.id, success: true, result: message.result ?? {} };
      case 'error':
        return { id: message.id, success: false, error: message.error.message };
      case 'request':
        return this.#encodeCall(message.id, message.params);
    }
  }

  #encodeCall(id: MessageId, params: unknown): Record<string, unknown> {
    const { tool, args: given, tabId, asker } = isRecord(params) ? params : {};
    const args = isRecord(given) ? given : {};
    const own = isRecord(params) ? (params.own as OwnCommand | undefined) : undefined;
    const name = String(tool);
    const [command, more] = own ? [own.command, ownParams(own)] : mappedCommand(name, args);
    const tab = typeof tabId === 'number' ? { tabId } : {};
    const tabIds = Array.isArray(args.tabIds) ? (args.tabIds as unknown[]) : null;
    const agentId = this.#creatorOf(name, tab.tabId, asker);
    this.#pending.set(String(id), { tool: name, args, agentId, tabIds, isOwn: own !== undefined });
    return { id: String(id), type: 'command', command, params: { ...tab, ...more, ...(agentId && { agentId }) } };
  }

  #creatorOf(tool: string, tabId: number | undefined, asker: unknown): string | undefined {
    if (tool === 'tabs_create') return typeof asker === 'string' && asker !== '' ? asker : hubAgentId;
    return this.#creators.get(tabId ?? -1) ?? (tool === 'tabs_close' ? hubAgentId : undefined);
  }

  #remember({ tool, agentId }: PendingCommand, result: unknown): void {
    if (!isRecord(result)) return;
    // A new connection knows its tabs' creators only from the list.
    if (tool === 'tabs_context')
      for (const { tabId, ownerId } of recordsOf(result.tabs))
        if (typeof tabId === 'number' && typeof ownerId === 'string') this.#creators.set(tabId, ownerId);
    if (typeof result.tabId !== 'number') return;
    if (tool === 'tabs_create' && agentId !== undefined) this.#creators.set(result.tabId, agentId);
    else if (tool === 'tabs_close') this.#creators.delete(result.tabId);
    if (typeof result.closedOldestTab === 'number') this.#creators.delete(result.closedOldestTab);
  }

  decode(value: unknown): Message | string {
    if (!isRecord(value)) return 'A message of the extension is an object.';
    const { id, command } = value;
    if (typeof id !== 'string' && typeof id !== 'number') return 'A message of the extension needs its "id".';
    if (typeof command === 'string') return { kind: 'request', id, method: command, params: value.params ?? {} };
    if (typeof value.success !== 'boolean') return 'A message of the extension needs "command" or "success".';
    const asked = this.#pending.get(String(id));
    this.#pending.delete(String(id));
    const number = Number(id);
    if (asked && value.success) this.#remember(asked, value.result);
    if (value.success) return { kind: 'result', id: number, result: asked ? resultOf(asked, value.result) : {} };
    return { kind: 'error', id: number, error: errorOf(value) };
  }
}

function mappedCommand(tool: string, args: Record<string, unknown>) {
  const mapped = claudezillaCommand(tool, args);
  if (typeof mapped === 'string') {
    const { kind } = unheededByClaudezilla;
    throw new HubError('ERR_TOOL_NOT_FOUND', `${mapped} has no counterpart in ${kind}; use another tool.`);
  }
  expectHeeded(unheededByClaudezilla, tool, args);
  return mapped;
}

function errorOf(value: Record<string, unknown>) {
  const message = typeof value.error === 'string' ? value.error : 'The extension gave no reason.';
  const details = isRecord(value.details) ? { details: value.details } : {};
  return { code: -32603, message, data: { code: 'ERR_TOOL_FAILED', ...details } };
}

function resultOf(asked: PendingCommand, value: unknown): Record<string, unknown> {
  const safe = isRecord(value) ? withoutPasswordValues(value) : value;
  if (asked.isOwn) return splitOwn(safe);
  const told = untold(unheededByClaudezilla, asked.tool, asked.args);
  return withUnheeded(toolResultOf(asked, isRecord(safe) ? safe : {}), unheededByClaudezilla, told);
}

function toolResultOf(asked: PendingCommand, result: Record<string, unknown>) {
  const text = (words: string) => ({ content: [{ type: 'text', text: words }] });
  switch (asked.tool) {
    case 'tabs_context':
      return { ...text(JSON.stringify({ availableTabs: tabsOf(result, asked.tabIds) })), ...poolOf(result) };
    case 'tabs_create': {
      const { tabId, windowId, url = '', title = '' } = result;
      const kind = result.isPrivate === true ? { private: true } : {};
      const shown = text(JSON.stringify({ tabId, windowId, ...kind, title, url }));
      const evicted = typeof result.closedOldestTab === 'number' ? { closedTabId: result.closedOldestTab } : {};
      return { ...shown, ...tabOf(tabId, windowId, url, title), ...evicted };
    }
    // How full the pool is, and who waits for a place in it, is nothing of the asker's.
    case 'tabs_close':
      return text(JSON.stringify({ tabId: result.tabId, closed: result.closed }));
    case 'get_page_text':
      return text(`Title: ${said(result.title)}\nURL: ${said(result.url)}\n\n${said(result.text)}`);
    case 'javascript_tool':
      if (result.type === 'error') return { ...text(said(result.error)), isError: true };
      return text(result.type === 'undefined' ? 'undefined' : JSON.stringify(result.result ?? null));
    case 'find':
      return text(JSON.stringify({ matches: 1, elements: [result] }));
    case 'computer':
      return typeof result.dataUrl === 'string'
        ? pictureOf(result.dataUrl, result)
        : text(JSON.stringify(plain(result)));
    default:
      return text(narrowedText(asked.tool, asked.args, plain(result)));
  }
}

function tabsOf(result: Record<string, unknown>, wanted: readonly unknown[] | null) {
  return recordsOf(result.tabs)
    .filter(({ tabId }) => !wanted || wanted.includes(tabId))
    .map(({ tabId, title, url }) => ({ tabId, title: said(title), url: said(url) }));
}

/** Every tab of the extension's pool; nothing where the answer lists none, because a missing list closes no tab. */
function poolOf(result: Record<string, unknown>) {
  if (!Array.isArray(result.tabs)) return {};
  return {
    tabs: recordsOf(result.tabs).flatMap(({ tabId, title, url, active }) => {
      const { tab } = tabOf(tabId, result.windowId, url, title, active !== false);
      return tab ? [tab] : [];
    }),
  };
}

function tabOf(tabId: unknown, windowId: unknown, url: unknown, title: unknown, active = true): { tab?: Tab } {
  if (typeof tabId !== 'number' || !Number.isSafeInteger(tabId)) return {};
  const window = typeof windowId === 'number' ? windowId : -1;
  return { tab: { tabId, windowId: window, title: said(title), url: said(url), active } };
}

/** Without what a field holds beyond what was typed into it: that may be a password. */
function plain(result: Record<string, unknown>): Record<string, unknown> {
  return withoutTexts(result, () => true);
}

/** With the labels on it, whose texts are told once the page has said which of them are passwords. */
function pictureOf(dataUrl: string, { labels }: Record<string, unknown>) {
  const [, mimeType = 'image/png', data = ''] = /^data:([^;,]+);base64,(.*)$/s.exec(dataUrl) ?? [];
  return { content: [{ type: 'image', data, mimeType }], ...(isRecord(labels) && { labels }) };
}

function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function said(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
