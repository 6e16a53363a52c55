// What the companion answers pages while no hub is there: what needs none, checked as the hub checks it; and for the rest, what is missing.

import { untilAborted } from '../../../../contract/until-aborted.ts';
import { callMs, isMemberOn, pageMember } from '../../../../contract/web-agent.ts';
import { keyOf, toolsOf } from '../../boxed/boxed-server.ts';
import { onServersChanged } from '../../boxed/server-store.ts';
import { PageFault } from '../page-fault.ts';
import { AloneGrants } from './alone-grants.ts';
import { AlonePermissions } from './alone-permissions.ts';
import { AloneQuestions } from './alone-questions.ts';
import { documentMembers } from './document-members.ts';
import { HubCame, hubCameFault, hubMissing } from './hub-missing.ts';
import { expectOwnModel, modelMembers } from './model-members.ts';
import { OwnModelSessions } from './own-model-sessions.ts';
import { permissionMembers } from './permission-members.ts';
import { ToolMembers } from './tool-members.ts';
import type { PageMember, PageMemberName, PageScope } from '../../../../contract/web-agent.ts';
import type { CallsBoxes } from '../../boxed/boxes.ts';
import type { SiteWord } from '../site-word.ts';
import type { AloneHandlers } from './alone-handlers.ts';
import type { AskedAlone, ServesAlone } from './asked-alone.ts';
import type { HubState } from './hub-missing.ts';

/** They ask the browser's model, so that there has to be one. */
const asksModel: ReadonlySet<string> = new Set([
  'ai.createTextSession',
  'ai.languageModel.create',
  'session.prompt',
  'session.promptStreaming',
]);

/** To begin them anew in the hub might do something twice. */
const halfDone: ReadonlySet<string> = new Set(['agent.tools.call', 'session.prompt', 'session.promptStreaming']);

export class ServeAlone implements ServesAlone {
  readonly #word: SiteWord;
  readonly #questions: AloneQuestions;
  readonly #sessions: OwnModelSessions;
  readonly #permissions: AlonePermissions;
  readonly #boxes: CallsBoxes;
  readonly #tools: ToolMembers;
  readonly #handlers: AloneHandlers;
  /** By what ends it: what is being done, and null while only its user is asked. */
  readonly #running = new Map<AbortController, string | null>();
  #state: HubState = 'connecting';

  /** `boxes` runs the servers of this browser; `now`: milliseconds since 1970. */
  constructor(word: SiteWord, boxes: CallsBoxes, now: () => number) {
    this.#word = word;
    this.#boxes = boxes;
    this.#questions = new AloneQuestions(now);
    this.#sessions = new OwnModelSessions(now);
    this.#permissions = new AlonePermissions(new AloneGrants(now), this.#questions);
    this.#tools = new ToolMembers(this.#permissions, boxes);
    onServersChanged(servers => void this.#permissions.grants.keepTools(new Set(toolsOf(servers).map(keyOf))));
    const around = {
      permissions: this.#permissions,
      flagsOf: (origin: string) => word.flagsOf(origin),
      hubState: () => this.#state,
    };
    this.#handlers = {
      ...{ ...permissionMembers(around), ...modelMembers(this.#sessions), ...documentMembers },
      ...this.#tools.handlers,
    };
  }

  follow(state: HubState): void {
    this.#state = state;
  }

  /** A hub serves the pages from now on. */
  hubCame(): void {
    this.#questions.endAll(new HubCame());
    for (const [controller, type] of this.#running)
      controller.abort(type !== null && halfDone.has(type) ? hubCameFault(type) : new HubCame());
    void this.#sessions.endAll();
    this.#boxes.endAll();
  }

  forget(origin: string, scope: PageScope | null = null): void {
    void this.#permissions.grants.forget(origin, scope);
  }

  gone(document: string): void {
    void this.#sessions.gone(document);
  }

  async answer(asked: AskedAlone): Promise<unknown> {
    const { type } = asked;
    const member = pageMember(type);
    const handler = Object.hasOwn(this.#handlers, type) ? this.#handlers[type as PageMemberName] : undefined;
    if (!member || !handler) throw hubMissing(type, this.#state);
    await this.#expectOn(asked, member);
    if (asksModel.has(type)) await expectOwnModel(asked, this.#state);
    const scopes = neededScopes(type, member);
    if (member.asks) await this.#askMissing(asked, scopes);
    const expectAllowed = async () => {
      await this.#word.expectOffered(asked.opened.origin);
      await this.#expectOn(asked, member);
      await this.#permissions.expectGranted(asked, scopes);
      if (type === 'agent.tools.call') await this.#tools.expectMayCall(asked);
    };
    await expectAllowed();
    return this.#carryOut(asked, member, handler, expectAllowed);
  }

  /** A hub that comes meanwhile asks by itself. */
  async #askMissing(asked: AskedAlone, scopes: readonly PageScope[]): Promise<void> {
    const controller = new AbortController();
    this.#running.set(controller, null);
    try {
      const signal = AbortSignal.any([asked.signal, controller.signal]);
      await this.#permissions.askMissing({ ...asked, signal }, scopes);
      signal.throwIfAborted();
    } finally {
      this.#running.delete(controller);
    }
  }

  /** Until it is over, out of time, or not allowed any more; what it brought is told only where it is allowed still. */
  async #carryOut(
    asked: AskedAlone,
    member: PageMember,
    handler: (asked: AskedAlone) => Promise<unknown>,
    expectAllowed: () => Promise<void>,
  ): Promise<unknown> {
    const controller = new AbortController();
    const end = (why: unknown) => controller.abort(why);
    const waits = asked.type === 'agent.requestPermissions';
    const timer = waits ? undefined : setTimeout(() => end(timedOut(asked.type)), member.withinMs ?? callMs);
    const unwatch = this.#permissions.grants.onChange(() => void expectAllowed().catch(end));
    this.#running.set(controller, asked.type);
    const signal = AbortSignal.any([asked.signal, controller.signal]);
    try {
      const result = await untilAborted(handler({ ...asked, signal }), signal);
      await expectAllowed();
      signal.throwIfAborted();
      return result;
    } finally {
      clearTimeout(timer);
      unwatch();
      this.#running.delete(controller);
    }
  }

  async #expectOn({ opened: { origin } }: AskedAlone, member: PageMember): Promise<void> {
    if (isMemberOn(member, await this.#word.flagsOf(origin))) return;
    const [flag = ''] = member.flags ?? [];
    throw new PageFault(
      'ERR_FEATURE_DISABLED',
      `Feature "${flag}" is not enabled for ${origin}; the user can switch it on in Pilothouse under Permissions, Sites.`,
      { flag },
    );
  }
}

/** Tools are allowed one by one. */
function neededScopes(type: string, { scopes = [] }: PageMember) {
  return type === 'agent.tools.call' ? [] : scopes;
}

function timedOut(type: string): PageFault {
  const code = type === 'agent.tools.call' ? 'ERR_TOOL_TIMEOUT' : 'ERR_TIMEOUT';
  return new PageFault(code, `${type} was not answered in time.`);
}
