// What an agent reads and watches through the view of all servers: each name is led back to its server, and the answer to the name.
import { isRecord } from '../../../contract/json.ts';
import { rpcErrors } from '../../../contract/rpc-errors.ts';
import { mapResult } from '../router/agent-call.ts';
import { RpcError } from '../wire/rpc-error.ts';
import { ResourceFinder } from './resource-finder.ts';
import { readPrefixedPrompt, uriOf } from './resource-names.ts';
import { maxSubscriptions, Subscriptions } from './subscriptions.ts';
import { readableServers } from './view-options.ts';
import type { CallAnswer } from '../router/agent-call.ts';
import type { IncomingRequest } from '../wire/incoming-request.ts';
import type { View } from './view.ts';
import type { ViewOptions } from './view-options.ts';

export class AggregatedReads {
  readonly #options: ViewOptions;
  readonly subscriptions = new Subscriptions();
  readonly finder: ResourceFinder;

  constructor(options: ViewOptions) {
    this.#options = options;
    const { gateway, session } = options;
    this.finder = new ResourceFinder({
      servers: () => readableServers(options).filter(({ id }) => gateway.declared(id)?.resources !== undefined),
      list: (serverId, kind, parent) => gateway.list(serverId, session.agentId, kind, parent),
    });
  }

  async getPrompt(request: IncomingRequest): Promise<CallAnswer<unknown>> {
    const params = isRecord(request.params) ? request.params : {};
    const prompt = typeof params.name === 'string' ? readPrefixedPrompt(params.name) : null;
    if (!prompt || !this.#isOffered(prompt.serverId)) throw unknownPrompt(params.name);
    return this.#read(request, prompt.serverId, { ...params, name: prompt.name });
  }

  /** What the server calls by its own URI comes back under the name that the agent used. */
  async readResource(request: IncomingRequest): Promise<CallAnswer<unknown>> {
    const asked = uriOf(request.params);
    const { serverId, name } = await this.finder.find(asked, request.seq);
    const answer = await this.#read(request, serverId, { ...recordOf(request.params), uri: name });
    return asked === name ? answer : mapResult(answer, result => renamed(result, name, asked));
  }

  async subscribe(view: View, request: IncomingRequest): Promise<CallAnswer<unknown>> {
    const asked = uriOf(request.params);
    if (this.subscriptions.size >= maxSubscriptions)
      throw new RpcError(
        rpcErrors.invalidParams,
        `You are subscribed to ${maxSubscriptions} resources; unsubscribe from some.`,
      );
    const resource = await this.finder.find(asked, request.seq);
    const { gateway, router } = this.#options;
    const params = { ...recordOf(request.params), uri: resource.name };
    const serverRequest = { serverId: resource.serverId, method: request.method, params, request };
    const answer = await router.read(
      () => this.#options.session.agent(),
      serverRequest,
      expectAllowed => gateway.changeSubscription(view, resource.name, { ...serverRequest, expectAllowed }),
    );
    if (answer.kind === 'result') this.subscriptions.add(asked, resource);
    return answer;
  }

  async unsubscribe(view: View, request: IncomingRequest): Promise<unknown> {
    const asked = uriOf(request.params);
    const resource = this.subscriptions.get(asked);
    if (!resource)
      throw new RpcError(rpcErrors.invalidParams, `You are not subscribed to ${JSON.stringify(asked.slice(0, 200))}.`);
    this.subscriptions.remove(asked);
    // The agent may still be subscribed under the resource's other name.
    if (this.subscriptions.urisOf(resource.serverId).includes(resource.name)) return {};
    const params = { ...recordOf(request.params), uri: resource.name };
    const serverRequest = { serverId: resource.serverId, method: request.method, params, request };
    return this.#options.gateway.changeSubscription(view, resource.name, serverRequest);
  }

  async complete(request: IncomingRequest): Promise<CallAnswer<unknown>> {
    const params = recordOf(request.params);
    const ref = recordOf(params.ref);
    if (typeof ref.name === 'string') {
      const prompt = readPrefixedPrompt(ref.name);
      if (!prompt || !this.#isOffered(prompt.serverId)) throw unknownPrompt(ref.name);
      return this.#read(request, prompt.serverId, { ...params, ref: { ...ref, name: prompt.name } });
    }
    const { serverId, name } = await this.finder.findTemplate(uriOf(ref), request.seq);
    return this.#read(request, serverId, { ...params, ref: { ...ref, uri: name } });
  }

  #read(request: IncomingRequest, serverId: string, params: unknown): Promise<CallAnswer<unknown>> {
    const { router, gateway, session } = this.#options;
    const serverRequest = { serverId, method: request.method, params, request };
    return router.read(
      () => session.agent(),
      serverRequest,
      expectAllowed => gateway.requests.ask(session.agentId, { ...serverRequest, expectAllowed }),
    );
  }

  #isOffered(serverId: string): boolean {
    return readableServers(this.#options).some(({ id }) => id === serverId);
  }
}

/** The contents that the server has under `name`, under the name that the agent used. */
function renamed(result: unknown, name: string, asked: string): unknown {
  if (!isRecord(result) || !Array.isArray(result.contents)) return result;
  const contents = result.contents.map(item => (isRecord(item) && item.uri === name ? { ...item, uri: asked } : item));
  return { ...result, contents };
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function unknownPrompt(name: unknown): RpcError {
  const shown = JSON.stringify(name)?.slice(0, 200);
  return new RpcError(rpcErrors.invalidParams, `There is no prompt ${shown}; prompts/list names those that there are.`);
}
