// The Web Agent API of spec 003 as pages find it, in their own world: one script at document_start, before any of theirs.
import { startAddressBar } from './api/address-bar.ts';
import { createAgent } from './api/agent.ts';
import { startAgents } from './api/agents.ts';
import { createAi } from './api/ai.ts';
import { answerAsk, startAsks } from './api/asks.ts';
import { startFlags } from './api/flags.ts';
import { announce, defineAi, defineApi } from './api/globals.ts';
import { startLostRegistrations } from './api/lost-registrations.ts';
import { renewMarks } from './api/marks.ts';
import { startMessages } from './api/messages.ts';
import { createModelContext } from './api/model-context.ts';
import { callTool } from './api/page-tools.ts';
import { startRequests } from './api/requests.ts';
import { lazily, own } from './api/values.ts';

function start(): void {
  const existing = (window as { ai?: unknown }).ai;
  const ai = lazily(() => createAi(existing));
  const isOffered = startFlags(() => {
    renewMarks();
    defineAi(ai);
  });
  if (!isOffered) return;
  const chromeAiDetected = existing != null;
  startMessages();
  startRequests();
  startAsks();
  startAgents();
  startAddressBar();
  startLostRegistrations();
  answerAsk('page.tool', payload => callTool(own(payload, 'name') as string, own(payload, 'args') ?? {}));
  defineApi({ ai, agent: lazily(createAgent), modelContext: lazily(createModelContext), chromeAiDetected });
  announce(chromeAiDetected);
}

start();
