// Puts the panel of a chat into a document and takes it away, as the hub asks.
import { isRecord } from '../../../../contract/json.ts';
import { companionAsks } from '../../../../contract/web-agent.ts';
import { PageFault } from '../page-fault.ts';
import { putChatHost, takeChatHost } from './chat-host.ts';
import type { PageOpened } from '../../../../contract/schemas/web-agent.ts';
import type { Deed } from '../deed.ts';

export const chatDeeds: Readonly<Record<string, Deed>> = {
  [companionAsks.openChat]: async (params, { opened }) => {
    const { chatId, key, style } = isRecord(params) ? params : {};
    if (typeof chatId !== 'string' || typeof key !== 'string')
      throw new PageFault('ERR_INVALID_REQUEST', 'It names no chat.');
    const position = isRecord(style) && typeof style.position === 'string' ? style.position : 'right';
    // After the hash it is seen by the panel alone.
    const url = `${chrome.runtime.getURL('page-chat.html')}#${key}`;
    const title = chrome.i18n.getMessage('chatTitle');
    const [answer] = await chrome.scripting.executeScript({
      target: targetOf(opened),
      func: putChatHost,
      args: [chatId, url, position, title],
    });
    if (answer?.result !== true) throw new PageFault('ERR_NO_TAB', 'The page has no place for a panel.');
    return {};
  },
  [companionAsks.closeChat]: async (params, { opened }) => {
    const { chatId } = isRecord(params) ? params : {};
    if (typeof chatId === 'string') await takePanel(opened, chatId);
    return {};
  },
};

/** Never rejects: a document that is gone has none. */
export async function takePanel(opened: Pick<PageOpened, 'tabId' | 'document'>, chatId: string): Promise<void> {
  await chrome.scripting
    .executeScript({ target: targetOf(opened), func: takeChatHost, args: [chatId] })
    .catch(() => {});
}

function targetOf({ tabId, document }: Pick<PageOpened, 'tabId' | 'document'>): chrome.scripting.InjectionTarget {
  return document === '' ? { tabId, frameIds: [0] } : { tabId, documentIds: [document] };
}
