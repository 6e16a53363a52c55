// agent.chat.*: a chat of the user's own assistant in a panel of the page, with the tools of its site.
import { resolved } from '../harbor/b/llm-names.ts';
import { expectAsked } from './ask-scopes.ts';
import { use } from './carry-out.ts';
import { chatStyle } from './chat-style.ts';
import { expectOffered, writing } from './offered.ts';
import { textIn, textsIn } from './page-asked.ts';
import { PageFault } from './page-fault.ts';
import type { PageAsked, PageFamily } from './page-asked.ts';
import type { PageChats } from './page-chats.ts';
import type { PageServices } from './page-services.ts';

const most = { system: 20_000, greeting: 4_000, tools: 100 } as const;

type Refusal = 'USER_DENIED' | 'NOT_AVAILABLE' | 'ALREADY_OPEN';

export function chatFamily(services: PageServices, chats: PageChats): PageFamily {
  return {
    handlers: {
      'agent.chat.canOpen': () => 'readily',
      'agent.chat.open': asked => open(services, chats, asked),
      'agent.chat.close': async ({ page, payload, request }) => ({
        success: await chats.close(page, textIn(payload, 'chatId', 100), request.seq),
      }),
    },
    gone: page => chats.gone(page),
  };
}

/** What came of it is in the answer, as all generations of the API have it; a page that asks wrongly is told by an error. */
async function open(services: PageServices, chats: PageChats, asked: PageAsked): Promise<unknown> {
  const tools = textsIn(asked, 'tools', most.tools) ?? [];
  try {
    await expectAsked(services, asked, ['chat:open']);
  } catch (error) {
    const isDenied = error instanceof PageFault && /^ERR_(PERMISSION_DENIED|SCOPE_REQUIRED)$/.test(error.code);
    if (!isDenied) throw error;
    return refused('USER_DENIED', error.message);
  }
  expectOffered(services, asked.page, writing);
  if (resolved(services.models, null) === null)
    return refused('NOT_AVAILABLE', 'The user has set up no model in Pilothouse that could answer.');
  const opened = await chats.whileOpening(asked.page, () => openNow(services, chats, asked, tools));
  return opened ?? refused('ALREADY_OPEN', 'A chat is open in this tab already; close it first.');
}

async function openNow(services: PageServices, chats: PageChats, asked: PageAsked, tools: string[]): Promise<unknown> {
  const { page, payload } = asked;
  const wanted = {
    ...{ tools, style: chatStyle(payload), before: textIn(payload, 'sessionId', 100) },
    system: textIn(payload, 'systemPrompt', most.system) ?? '',
    greeting: textIn(payload, 'initialMessage', most.greeting) ?? null,
  };
  try {
    const chatId = await use(services, asked, { scope: 'chat:open' }, async (expectAllowed, signal) => {
      expectAllowed();
      // It outlives what the page may be doing for another one now.
      return chats.open(page.document, wanted, { signal, parent: asked.request.seq, expectAllowed });
    });
    return { success: true, chatId };
  } catch (error) {
    return refused('NOT_AVAILABLE', error instanceof Error ? error.message : String(error));
  }
}

function refused(code: Refusal, message: string) {
  return { success: false, error: { code, message } };
}
