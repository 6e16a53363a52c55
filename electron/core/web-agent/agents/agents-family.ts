// agent.agents.*: pages as agents that find, call and write to each other (spec 003 "Multi-Agent").
import { isBlocked } from '../offered.ts';
import { invalid, needText, numberIn, recordIn, textIn, textsIn } from '../page-asked.ts';
import { bookOf, pageStanding } from '../page-standing.ts';
import { agentBounds } from './agent-bounds.ts';
import { AgentDirectory } from './agent-directory.ts';
import { AgentMessages } from './agent-messages.ts';
import { decided } from './agent-parts.ts';
import { isServed } from './agent-served.ts';
import { Invocations } from './invocations.ts';
import { orchestrateHandlers } from './orchestrate-handlers.ts';
import { foundAs, infoOf, readAgent, registeredAs } from './page-agent.ts';
import { RemoteAgents } from './remote-agents.ts';
import type { Page } from '../page.ts';
import type { PageAsked, PageFamily } from '../page-asked.ts';
import type { PageServices } from '../page-services.ts';
import type { AgentParts } from './agent-parts.ts';
import type { Invocation } from './invocation.ts';
import type { PageAgent } from './page-agent.ts';
import type { PageWorks } from './page-works.ts';

export function agentsFamily(services: PageServices, works: PageWorks): PageFamily {
  const directory = new AgentDirectory(services.platform);
  const remotes = new RemoteAgents(services);
  const messages = new AgentMessages(services, directory);
  const invocations = new Invocations(services, { directory, works, remotes });
  const parts: AgentParts = { services, directory, remotes, messages, invocations };
  return {
    handlers: {
      ...ownHandlers(parts),
      ...messageHandlers(parts),
      ...orchestrateHandlers(parts),
      ...remoteHandlers(parts),
    },
    gone: page => {
      directory.gone(page);
      messages.gone(page);
      remotes.gone(page);
    },
    // Its page believes that it is registered: nobody reaches it meanwhile, and it is there when its site is allowed again.
    blocked: () => {},
  };
}

function ownHandlers(parts: AgentParts): PageFamily['handlers'] {
  const { directory } = parts;
  return {
    'agent.agents.register': decided(parts, asked => register(directory, asked)),
    'agent.agents.unregister': decided(parts, asked =>
      directory.unregister(asked.page, textIn(asked.payload, 'agentId', 200) ?? directory.speaker(asked.page).id),
    ),
    'agent.agents.getInfo': decided(parts, asked => {
      const id = textIn(asked.payload, 'agentId', 200) ?? directory.ofPage(asked.page).at(-1)?.id;
      const agent = id === undefined ? null : directory.find(asked.page, id);
      return agent && maySee(parts, asked.page, agent) ? infoOf(agent) : null;
    }),
    'agent.agents.discover': decided(parts, asked => discover(parts, asked)),
    'agent.agents.list': decided(parts, ({ page }) =>
      directory
        .ofOrigin(page)
        .filter(agent => !isBlocked(parts.services, agent.page))
        .map(agent => ({ ...foundAs(agent, page), status: 'active' })),
    ),
    'agent.agents.invoke': decided(parts, (asked, signal) =>
      parts.invocations.invoke(asked, directory.speaker(asked.page), readInvocation(asked), signal),
    ),
  };
}

/** `secret` is for the companion, which keeps it from the page and registers the agent again by it where a hub begins anew. */
function register(directory: AgentDirectory, asked: PageAsked): unknown {
  const { page, payload } = asked;
  const facts = readAgent(asked);
  const again = recordIn(payload, 'again');
  if (again === undefined) {
    const { agent, secret } = directory.register(page.document, facts);
    return { ...registeredAs(agent), secret };
  }
  const [id, secret] = [textIn(again, 'id', 200), textIn(again, 'secret', 200)];
  if (id === undefined || secret === undefined)
    throw invalid('"again" of agent.agents.register needs "id" and "secret", two texts.');
  return { ...registeredAs(directory.registerAgain(page.document, facts, { id, secret })), secret };
}

function messageHandlers(parts: AgentParts): PageFamily['handlers'] {
  const { directory, messages, remotes } = parts;
  return {
    'agent.agents.send': decided(parts, async asked => {
      const from = directory.speaker(asked.page);
      const id = needText(asked, asked.payload.agentId === undefined ? 'to' : 'agentId', 200);
      const { payload } = asked.payload;
      const agent = directory.find(asked.page, id);
      if (agent) return messages.send(asked, from, agent, payload);
      return (await remotes.send(asked, id, payload)) ?? { delivered: false, error: `There is no agent ${id}.` };
    }),
    'agent.agents.subscribe': decided(parts, asked => messages.subscribe(asked.page, eventIn(asked))),
    'agent.agents.unsubscribe': decided(parts, asked => messages.unsubscribe(asked.page, eventIn(asked))),
    'agent.agents.broadcast': decided(parts, asked =>
      messages.broadcast(asked, directory.speaker(asked.page), eventIn(asked), asked.payload.data),
    ),
  };
}

function remoteHandlers(parts: AgentParts): PageFamily['handlers'] {
  const { remotes } = parts;
  const idOf = (asked: PageAsked) => needText(asked, 'agentId', 200);
  return {
    'agent.agents.remote.connect': asked => remotes.connect(asked),
    'agent.agents.remote.discover': asked => remotes.discover(asked),
    'agent.agents.remote.ping': asked => remotes.ping(asked, idOf(asked)),
    'agent.agents.remote.disconnect': decided(parts, asked => remotes.disconnect(asked.page, idOf(asked))),
    'agent.agents.remote.list': decided(parts, ({ page }) => remotes.list(page)),
  };
}

/** Those of other sites only where the page asks for them and may reach them. */
function discover(parts: AgentParts, asked: PageAsked): unknown {
  const { page, payload } = asked;
  const found = parts.directory.discover(page, {
    name: textIn(payload, 'name', 200),
    capabilities: textsIn(asked, 'capabilities') ?? [],
    tags: textsIn(asked, 'tags') ?? [],
    sameOrigin: payload.includeSameOrigin !== false,
    crossOrigin: payload.includeCrossOrigin === true,
  });
  const agents = found.filter(agent => maySee(parts, page, agent)).map(agent => foundAs(agent, page));
  return { agents, total: agents.length };
}

function maySee({ services }: AgentParts, page: Page, agent: PageAgent): boolean {
  if (!isServed(services, agent)) return false;
  if (agent.page.origin === page.origin) return true;
  return [page, ...page.work.callers].every(
    one => pageStanding(bookOf(services), one, 'agents:crossOrigin') === 'granted',
  );
}

/** Both forms: `{agentId, request: {task, input, timeout}}`, and all of it in one. */
function readInvocation({ payload }: Pick<PageAsked, 'payload'>): Invocation {
  const request = recordIn(payload, 'request') ?? payload;
  const { agentId } = payload;
  if (typeof agentId !== 'string' || agentId === '' || agentId.length > 200)
    throw invalid('agents.invoke needs the id of an agent.');
  const task = textIn(request, 'task', agentBounds.taskChars + 1);
  if (task === undefined || task.length > agentBounds.taskChars)
    throw invalid(`agents.invoke needs "task", a text of 1 to ${agentBounds.taskChars} characters.`);
  const timeout = numberIn(request, 'timeout') ?? agentBounds.usualMs;
  return { agentId, task, input: request.input, timeoutMs: Math.min(agentBounds.mostMs, Math.max(1, timeout)) };
}

function eventIn(asked: PageAsked): string {
  return needText(asked, 'eventType', agentBounds.eventChars);
}
